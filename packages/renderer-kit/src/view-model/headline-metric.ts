import { BASELINE_ORDER, getOwn, RAGAS_ORDER, type ScoresHead } from '@reportcard/report-schema';

/** What a reader asks about first, best first. */
const PREFERRED = ['hit@5', 'hit@3', 'hit@1', 'answer_correctness', ...BASELINE_ORDER, ...RAGAS_ORDER];

/**
 * The metric that slices are sorted by and headlines speak of: the first of the preferred ones that has a value, else the
 * first metric with a value, else the first metric; null without metrics.
 */
export function pickHeadlineMetric(scores: ScoresHead): string | null {
  const ids = Object.keys(scores.metrics);
  const hasValue = (id: string): boolean => (getOwn(scores.overall, id) ?? null) !== null;
  const known = PREFERRED.filter((id) => ids.includes(id));
  return known.find(hasValue) ?? ids.find(hasValue) ?? known[0] ?? ids[0] ?? null;
}

const SLICE_COLUMNS = [
  ['recall@5', 'recall@3', 'recall@10'],
  ['mrr@10', 'mrr'],
  ['faithfulness', 'lex_faithfulness'],
  ['answer_correctness', 'answer_contains', 'lex_answer_correctness'],
  ['false_refusal_rate'],
  ['wrong_answer_rate'],
] as const;
const MOST_COLUMNS = 6;

/** The metrics that a table of slices shows beside the headline metric: one of each kind that has any value. */
export function pickSliceMetrics(scores: ScoresHead, headline: string | null): readonly string[] {
  if (headline === null) return [];
  const chosen = [headline];
  for (const alternatives of SLICE_COLUMNS) {
    const id = alternatives.find(
      (name) => Object.hasOwn(scores.metrics, name) && (getOwn(scores.overall, name) ?? null) !== null,
    );
    if (id !== undefined && !chosen.includes(id) && chosen.length < MOST_COLUMNS) chosen.push(id);
  }
  return chosen;
}
