import type { ReviewIndex, ReviewMetric, ReviewSample, SampleMaterial } from '../../src/review-index.ts';
import { type Choice, choose, EVERYTHING, isOpen } from './filters.ts';
import { type Action, type Clash, reconcile, shownText } from './pending.ts';

/** What keeps typed scores from being written; shown until it is settled. */
export type Trouble =
  | { readonly kind: 'changed' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'store'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Everything the page shows follows from this. */
export interface ReviewState {
  /** Null until the report is loaded. */
  readonly index: ReviewIndex | null;
  readonly loadError: string | null;
  readonly samples: ReadonlyMap<string, ReviewSample>;
  readonly choice: Choice;
  /** Ids of the samples gone through, fixed when they were chosen: a score never moves the list. */
  readonly list: readonly string[];
  readonly at: number;
  /** Position of the metric that keys score. */
  readonly metric: number;
  /** Text the exact-score field starts with; null while it is closed. */
  readonly draft: string | null;
  /** What is wrong with the text in that field. */
  readonly entryError: string | null;
  readonly material: SampleMaterial | null;
  readonly queue: readonly Action[];
  readonly saving: boolean;
  readonly saved: boolean;
  readonly clashes: readonly Clash[];
  readonly trouble: Trouble | null;
  readonly reviewer: string;
  readonly help: boolean;
  /** Last thing told to a screen reader. */
  readonly said: string;
  /** Counts up when the keyboard belongs to the active score cell. */
  readonly focus: number;
}

export const INITIAL: ReviewState = {
  index: null,
  loadError: null,
  samples: new Map(),
  choice: EVERYTHING,
  list: [],
  at: 0,
  metric: 0,
  draft: null,
  entryError: null,
  material: null,
  queue: [],
  saving: false,
  saved: false,
  clashes: [],
  trouble: null,
  reviewer: '',
  help: false,
  said: '',
  focus: 0,
};

/** The sample on the screen; undefined where none is chosen. */
export function currentSample(state: ReviewState): ReviewSample | undefined {
  return state.samples.get(state.list[state.at] ?? '');
}

export function activeMetric(state: ReviewState): ReviewMetric | undefined {
  return state.index?.metrics[state.metric];
}

/** Positions of the metrics that can be scored for a sample; those of the audit alone where it has some. */
export function scorablePositions(state: ReviewState, sample: ReviewSample): number[] {
  const positions = (state.index?.metrics ?? []).flatMap(({ id }, position) =>
    sample.cells[id]?.applicable === true ? [position] : [],
  );
  const planned = positions.filter((position) => {
    const id = state.index?.metrics[position]?.id ?? '';
    return sample.cells[id]?.pi !== null;
  });
  return planned.length > 0 ? planned : positions;
}

/** Where scoring of a sample starts: at the metric that was scored first on the one before, else at the first. */
function startMetric(state: ReviewState, left: ReviewSample | undefined, next: ReviewSample): number {
  const positions = scorablePositions(state, next);
  const scored = (state.index?.metrics ?? []).findIndex(
    ({ id }) => left !== undefined && shownText(left, { field: 'score', metric: id }, state.queue) !== '',
  );
  return scored >= 0 && positions.includes(scored) ? scored : (positions[0] ?? 0);
}

/** How many samples of the list are reviewed, of those that can be. */
export function countReviewed(state: ReviewState): { readonly n: number; readonly total: number } {
  const samples = state.list.flatMap((id) => state.samples.get(id) ?? []);
  const scorable = samples.filter(({ flags }) => flags.includes('scorable'));
  return { n: scorable.filter((sample) => !isOpen(sample)).length, total: scorable.length };
}

/** Shows another sample of the list; out of range shows the nearest. */
export function goTo(state: ReviewState, position: number): ReviewState {
  const at = Math.max(0, Math.min(position, state.list.length - 1));
  const next = state.samples.get(state.list[at] ?? '');
  if (next === undefined || (at === state.at && state.material?.id === next.id))
    return { ...state, focus: state.focus + 1 };
  const metric = startMetric(state, currentSample(state), next);
  return { ...state, at, metric, draft: null, entryError: null, material: null, focus: state.focus + 1 };
}

/** Moves to the next metric that can be scored, or back; stays at the ends. */
export function moveMetric(state: ReviewState, step: 1 | -1): ReviewState {
  const sample = currentSample(state);
  if (sample === undefined) return state;
  const positions = (state.index?.metrics ?? []).flatMap(({ id }, position) =>
    sample.cells[id]?.applicable === true ? [position] : [],
  );
  const next =
    step === 1
      ? positions.find((position) => position > state.metric)
      : positions.findLast((position) => position < state.metric);
  return { ...state, metric: next ?? state.metric, draft: null, entryError: null, focus: state.focus + 1 };
}

/** Position of the next sample without a human score, from the one on the screen on and round; -1 where there is none. */
export function nextOpen(state: ReviewState): number {
  const { list, at, samples } = state;
  for (let step = 1; step <= list.length; step += 1) {
    const position = (at + step) % list.length;
    const sample = samples.get(list[position] ?? '');
    if (sample !== undefined && isOpen(sample)) return position;
  }
  return -1;
}

/**
 * Chooses samples anew. Another filter or intent starts at its first sample; a search or a reload keeps the sample on the
 * screen where it is among them.
 */
export function withChoice(state: ReviewState, choice: Choice): ReviewState {
  const shown = currentSample(state);
  const list = choose(state.index?.samples.map(({ id }) => state.samples.get(id)).filter(isSample) ?? [], choice);
  const restarts = choice.filter !== state.choice.filter || choice.intent !== state.choice.intent;
  const at = Math.max(0, shown === undefined || restarts ? 0 : list.indexOf(shown.id));
  const next = state.samples.get(list[at] ?? '');
  if (next === undefined || next.id === shown?.id) return { ...state, choice, list, at };
  const metric = startMetric(state, undefined, next);
  return { ...state, choice, list, at, metric, draft: null, entryError: null, material: null };
}

function isSample(sample: ReviewSample | undefined): sample is ReviewSample {
  return sample !== undefined;
}

/** Takes in a report that was read, at first or anew; what waits to be written is held against it. */
export function withIndex(state: ReviewState, index: ReviewIndex): ReviewState {
  const samples = new Map(index.samples.map((sample) => [sample.id, sample]));
  const { queue, clashes } = reconcile(state.queue, samples);
  const kept = state.clashes.filter(({ mine }) => samples.has(mine.sampleId));
  const next = { ...state, index, samples, queue, clashes: [...kept, ...clashes], loadError: null, trouble: null };
  return withChoice({ ...next, material: null }, state.choice);
}

/** Takes in samples that were written. */
export function withSamples(state: ReviewState, changed: readonly ReviewSample[]): ReviewState {
  const samples = new Map(state.samples);
  for (const sample of changed) samples.set(sample.id, sample);
  return { ...state, samples };
}
