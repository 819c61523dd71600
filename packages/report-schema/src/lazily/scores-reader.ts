import { isCanonicalSample, isCanonicalScoresHead } from '../canonical/scores.ts';
import { createSampleMap } from '../sample-map.ts';
import { ScoreTable } from '../score-table.ts';
import type { SampleScores, ScoresFile, ScoresHead } from '../scores.ts';

/** Reads the rows of a `_scores.json` one by one into columns. */
export interface ScoresReader {
  /** False for a row that is not in the form this version writes; the file must then be parsed as a whole. */
  add(sampleId: string, sample: unknown): boolean;
  /** The scores, once all rows were added. */
  finish(): ScoresFile;
}

/** Gives one string for all equal ones: parsed rows bring each intent anew. */
function createPool(): <T extends string | null>(text: T) => T {
  const pool = new Map<string, string>();
  return (text) => {
    if (text === null) return text;
    const known = pool.get(text);
    if (known !== undefined) return known as typeof text;
    pool.set(text, text);
    return text;
  };
}

function setCells(table: ScoreTable, row: number, metrics: ReadonlySet<string>, sample: SampleScores): boolean {
  let cells = 0;
  for (const metric in sample.scores) {
    const value = sample.scores[metric] ?? null;
    if (value === null || !metrics.has(metric)) return false;
    table.set(row, metric, { value, status: 'ok' });
    cells += 1;
  }
  for (const metric in sample.unscored) {
    const entry = sample.unscored[metric];
    if (entry === undefined || !metrics.has(metric) || metric in sample.scores) return false;
    table.set(row, metric, { value: null, status: entry.status, code: entry.code });
    cells += 1;
  }
  return cells === metrics.size;
}

/**
 * A reader for rows under this head; undefined when the head is not in the form this version writes. What it gives reads
 * like the parsed file, but takes a fraction of the memory.
 */
export function createScoresReader(head: unknown): ScoresReader | undefined {
  if (!isCanonicalScoresHead(head)) return undefined;
  return readRows(head);
}

function readRows(head: ScoresHead): ScoresReader {
  const table = new ScoreTable();
  const metrics = new Set(Object.keys(head.metrics));
  for (const metric of metrics) table.addMetric(metric);
  const pool = createPool();
  const reasons: (readonly string[])[] = [];
  const reasonLists = new Map<string, readonly string[]>();
  const poolReasons = (list: readonly string[]): readonly string[] => {
    const key = JSON.stringify(list);
    const known = reasonLists.get(key) ?? list;
    reasonLists.set(key, known);
    return known;
  };
  return {
    add(sampleId, sample) {
      if (!isCanonicalSample(sample) || table.row(sampleId) !== undefined) return false;
      const { failure_reasons, scores, unscored, ...info } = sample;
      const row = table.addSample({
        sample_id: sampleId,
        ...info,
        query_id: info.query_id === sampleId ? sampleId : info.query_id,
        query_mode: pool(info.query_mode),
        unit_id: pool(info.unit_id),
        intent_l1: pool(info.intent_l1),
        intent_l2: pool(info.intent_l2),
        difficulty: pool(info.difficulty),
        final_status: pool(info.final_status),
      });
      reasons.push(poolReasons(failure_reasons));
      return setCells(table, row, metrics, sample);
    },
    finish: () => ({ ...head, per_sample: createSampleMap(table, (row) => reasons[row] ?? []) }),
  };
}
