import { STATUSES } from './constants.ts';
import type { SampleInfo, ScoreTable } from './score-table.ts';
import type { SampleScores, Unscored } from './scores.ts';
import { createRecord, type TextRecord } from './text-record.ts';

/** Gives one object for all cells that lack a value for the same reason. */
export function createUnscoredPool(): (status: Unscored['status'], code: string | undefined) => Unscored {
  const pool = new Map<string, Unscored>();
  return (status, code) => {
    const key = code === undefined ? status : `${status}/${code}`;
    const known = pool.get(key) ?? Object.freeze(code === undefined ? { status } : { status, code });
    pool.set(key, known);
    return known;
  };
}

/** What is known of a sample besides its scores, in the order of its row in the file. */
export function factsOf(info: SampleInfo): Omit<SampleInfo, 'sample_id'> {
  return {
    query_id: info.query_id,
    query_mode: info.query_mode,
    unit_id: info.unit_id,
    pass: info.pass,
    intent_l1: info.intent_l1,
    intent_l2: info.intent_l2,
    difficulty: info.difficulty,
    requires_rag: info.requires_rag,
    should_refuse: info.should_refuse,
    final_status: info.final_status,
    labels: info.labels,
    inputs_sha256: info.inputs_sha256,
    case_sha256: info.case_sha256,
  };
}

/**
 * Reads a table row by row: gives the `per_sample` row of a table row with the failure reasons it has, its scores when they
 * are looked at. Columns are looked up once; the table must not change meanwhile.
 */
export function createSampleReader(
  table: ScoreTable,
): (row: number, failureReasons: readonly string[]) => SampleScores {
  const columns = table.metrics.map((metric) => {
    const { values, statuses } = table.column(metric);
    return { metric, values, statuses, codeOf: table.codesOf(metric) };
  });
  const poolUnscored = createUnscoredPool();
  const readCells = (row: number): Pick<SampleScores, 'scores' | 'unscored'> => {
    const scores: TextRecord<number | null> = createRecord();
    const unscored: TextRecord<Unscored> = createRecord();
    for (const { metric, values, statuses, codeOf } of columns) {
      const status = STATUSES[statuses[row] ?? 0] ?? 'ok';
      if (status === 'ok') scores[metric] = values[row] ?? null;
      else unscored[metric] = poolUnscored(status, codeOf(row));
    }
    return { scores, unscored };
  };
  return (row, failureReasons) => {
    const info = table.sample(row);
    let read: Pick<SampleScores, 'scores' | 'unscored'> | undefined;
    return {
      ...factsOf(info),
      failure_reasons: [...failureReasons],
      get scores() {
        read ??= readCells(row);
        return read.scores;
      },
      get unscored() {
        read ??= readCells(row);
        return read.unscored;
      },
    };
  };
}
