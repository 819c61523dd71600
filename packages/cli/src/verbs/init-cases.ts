import type { DemoDataset } from '@reportcard/demo';

const WANTED = 10;

type DemoCase = DemoDataset['cases'][number];

/** One kind of case that a first data set should show, and how many of it. */
const KINDS: readonly { readonly n: number; readonly matches: (item: DemoCase) => boolean }[] = [
  { n: 1, matches: (item) => item.should_refuse === true },
  { n: 1, matches: (item) => item.requires_rag === false },
  { n: 2, matches: (item) => (item.reference_doc_ids ?? []).length > 1 },
  { n: WANTED, matches: (item) => (item.reference_doc_ids ?? []).length === 1 },
];

/** Ten cases of different kinds out of the demo's, spread over the intents, and the documents among which to search. */
export function pickCases(dataset: DemoDataset): { cases: DemoCase[]; documents: DemoDataset['documents'] } {
  const picked = new Set<DemoCase>();
  const intents = new Set<string | null | undefined>();
  const pick = (n: number, matches: (item: DemoCase) => boolean): void => {
    const wanted = Math.min(WANTED, picked.size + n);
    for (const item of dataset.cases) {
      if (picked.size >= wanted) return;
      if (!matches(item) || picked.has(item)) continue;
      picked.add(item);
      intents.add(item.intent_l2);
    }
  };
  for (const { n, matches } of KINDS) pick(n, (item) => matches(item) && !intents.has(item.intent_l2));
  pick(WANTED, (item) => item.requires_rag !== false);
  const cases = dataset.cases.filter((item) => picked.has(item));
  return { cases, documents: dataset.documents };
}
