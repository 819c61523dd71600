import type { ReviewFlag, ReviewSample } from '../../src/review-index.ts';

/** A way to choose samples. */
export interface Filter {
  readonly id: string;
  readonly test: (sample: ReviewSample) => boolean;
  /** Order of the chosen samples; that of the sheet without it. */
  readonly order?: (a: ReviewSample, b: ReviewSample) => number;
}

const has =
  (flag: ReviewFlag) =>
  (sample: ReviewSample): boolean =>
    sample.flags.includes(flag);

/** True for a sample that can be scored and is not. */
export function isOpen(sample: ReviewSample): boolean {
  return sample.flags.includes('scorable') && !sample.flags.includes('reviewed');
}

/** All filters, in the order of the page. */
export const FILTERS: readonly Filter[] = [
  { id: 'all', test: () => true },
  { id: 'audit', test: has('audit') },
  { id: 'failed', test: has('failed') },
  { id: 'low', test: has('low'), order: (a, b) => (a.lowest ?? 1) - (b.lowest ?? 1) },
  { id: 'dropped', test: has('dropped'), order: (a, b) => (b.drop?.amount ?? 0) - (a.drop?.amount ?? 0) },
  { id: 'high_risk', test: has('high_risk') },
  { id: 'unconfirmed', test: has('unconfirmed') },
  { id: 'unscored', test: has('unscored') },
  { id: 'open', test: isOpen },
  { id: 'stale', test: has('stale') },
];

/** What is chosen now. `intent` is null for all, else a key of {@link intentsOf}. */
export interface Choice {
  readonly filter: string;
  readonly intent: string | null;
  readonly search: string;
}

export const EVERYTHING: Choice = { filter: 'all', intent: null, search: '' };

/** First- and second-level intents of a sample as one key. */
export function intentKey(sample: ReviewSample): string {
  return JSON.stringify([sample.intentL1, sample.intentL2]);
}

/** The intents of a run in first-seen order, with their samples. */
export function intentsOf(samples: readonly ReviewSample[]): { key: string; l1: string; l2: string; n: number }[] {
  const intents = new Map<string, { key: string; l1: string; l2: string; n: number }>();
  for (const sample of samples) {
    const key = intentKey(sample);
    const known = intents.get(key);
    if (known === undefined) intents.set(key, { key, l1: sample.intentL1, l2: sample.intentL2, n: 1 });
    else known.n += 1;
  }
  return [...intents.values()];
}

function matchesSearch(sample: ReviewSample, search: string): boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return true;
  const text = [sample.queryId, sample.variant, sample.question, sample.intentL1, sample.intentL2]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The samples an intent and a search leave, whatever the filter. */
export function narrow(samples: readonly ReviewSample[], choice: Choice): readonly ReviewSample[] {
  const { intent, search } = choice;
  if (intent === null && search.trim() === '') return samples;
  return samples.filter((sample) => (intent === null || intentKey(sample) === intent) && matchesSearch(sample, search));
}

/** Ids of the chosen samples in their order. */
export function choose(samples: readonly ReviewSample[], choice: Choice): string[] {
  const filter = FILTERS.find(({ id }) => id === choice.filter);
  const chosen = narrow(samples, choice).filter(filter?.test ?? (() => true));
  const ordered = filter?.order === undefined ? chosen : [...chosen].sort(filter.order);
  return ordered.map((sample) => sample.id);
}

/** How many samples each filter would show. */
export function countFilters(samples: readonly ReviewSample[], choice: Choice): Readonly<Record<string, number>> {
  const left = narrow(samples, choice);
  return Object.fromEntries(FILTERS.map(({ id, test }) => [id, left.filter(test).length]));
}
