import { RAGAS_ORDER } from '@reportcard/report-schema';
import { LEXICAL_METRICS } from './lexical/lexical-metrics.ts';
import { FURTHER_FAMILIES, PROFILES } from './metric-policies.ts';
import { createOwnMetrics } from './own-metrics.ts';

const own = createOwnMetrics({ ...PROFILES.default, further: [...FURTHER_FAMILIES] });

/** Metric ids with the default cutoffs in report order: the own ones, the five RAGAS metrics, the lexical ones. */
export const ORDER: readonly string[] = [
  ...own.map(({ id }) => id),
  ...RAGAS_ORDER,
  ...LEXICAL_METRICS.map(({ id }) => id),
];

const CUTOFF = /@(\d+)$/;

/** Places of the families, by the first place one of their members has in ORDER. */
const FAMILIES = new Map<string, number>();
for (const [index, id] of ORDER.entries()) {
  const family = id.replace(CUTOFF, '@');
  if (!FAMILIES.has(family)) FAMILIES.set(family, index);
}

function placeOf(id: string): readonly [number, number] {
  const cutoff = CUTOFF.exec(id);
  return [FAMILIES.get(id.replace(CUTOFF, '@')) ?? ORDER.length, cutoff === null ? 0 : Number(cutoff[1])];
}

/** Sorts metric ids into report order: families as in ORDER, cutoffs ascending; unknown ids last, in the order they came. */
export function sortMetricIds(ids: readonly string[]): string[] {
  const placed = ids.map((id, index) => ({ id, index, place: placeOf(id) }));
  placed.sort(
    (a, b) =>
      a.place[0] - b.place[0] || (a.place[0] === ORDER.length ? 0 : a.place[1] - b.place[1]) || a.index - b.index,
  );
  return placed.map(({ id }) => id);
}
