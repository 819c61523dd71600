import { samplesOf } from './samples-of.ts';
import { type SampleInfo, ScoreTable } from './score-table.ts';
import type { Override, SampleScores, ScoresFile } from './scores.ts';
import { getOwn } from './text-record.ts';

/**
 * The scores of a `_scores.json` by column. Values are the effective ones; cells under an override are marked manual.
 * A metric that a sample names neither in `scores` nor in `unscored` is `missing_input/not_recorded`.
 */
export function tableFromScores(scores: ScoresFile): ScoreTable {
  const table = new ScoreTable();
  const metrics = Object.keys(scores.metrics);
  for (const metric of metrics) table.addMetric(metric);
  for (const [sampleId, sample] of samplesOf(scores)) {
    const row = table.addSample(toSampleInfo(sampleId, sample));
    for (const metric of metrics) {
      const value = getOwn(sample.scores, metric);
      const unscored = getOwn(sample.unscored, metric);
      if (value !== undefined && value !== null) table.set(row, metric, { value, status: 'ok' });
      else
        table.set(row, metric, {
          value: null,
          status: unscored?.status ?? 'missing_input',
          code: unscored === undefined ? 'not_recorded' : unscored.code,
        });
    }
  }
  for (const override of scores.meta.overrides) markManual(table, override);
  return table;
}

function markManual(table: ScoreTable, override: Override): void {
  const row = table.row(override.sample_id);
  if (row === undefined || !table.has(override.metric)) return;
  const cell = table.get(row, override.metric);
  if (cell.status === 'ok') table.set(row, override.metric, { ...cell, manual: true });
}

function toSampleInfo(sampleId: string, sample: SampleScores): SampleInfo {
  const { failure_reasons, scores, unscored, ...info } = sample;
  return { sample_id: sampleId, ...info };
}
