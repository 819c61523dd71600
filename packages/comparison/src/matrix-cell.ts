import { type AggregateStats, createRecord, getOwn, type ScoresFile, type TextRecord } from '@reportcard/report-schema';

/** One run, or one query mode of a run with several. */
export interface MatrixCell {
  readonly scores: ScoresFile;
  readonly recipe: string;
  readonly benchmark: string;
  readonly query_mode: string;
  readonly values: Readonly<Record<string, number | null>>;
  readonly stats: Readonly<Record<string, AggregateStats>>;
}

/** A cell a query mode; `scores` then holds the samples of that mode alone. */
export function splitModes(scores: ScoresFile): MatrixCell[] {
  const recipe = nameOf(scores.meta.recipe_manifest) ?? scores.meta.run_id;
  const benchmark = nameOf(scores.meta.benchmark) ?? scores.meta.dataset.name;
  const modes = scores.meta.query_modes;
  if (modes.length <= 1) {
    return [
      {
        scores,
        recipe,
        benchmark,
        query_mode: modes[0] ?? 'default',
        values: scores.overall,
        stats: scores.stats.overall,
      },
    ];
  }
  return modes.map((query_mode) => {
    const groups = getOwn(scores.by_query_mode, query_mode);
    return {
      scores: { ...scores, per_sample: samplesOf(scores, query_mode) },
      recipe,
      benchmark,
      query_mode,
      values: groups?.overall ?? {},
      stats: groups?.stats.overall ?? {},
    };
  });
}

function samplesOf(scores: ScoresFile, mode: string): TextRecord<ScoresFile['per_sample'][string]> {
  return createRecord(Object.entries(scores.per_sample).filter(([, sample]) => sample.query_mode === mode));
}

function nameOf(manifest: Readonly<Record<string, unknown>> | null): string | null {
  const name = manifest === null ? undefined : getOwn(manifest, 'name');
  return typeof name === 'string' && name !== '' ? name : null;
}
