import { type SampleInfo, type ScoreCell, ScoreTable } from '@reportcard/report-schema';

/** A sample with everything that does not matter to the test filled in. */
export function sample(id: string, known: Partial<SampleInfo> = {}): SampleInfo {
  return {
    sample_id: id,
    query_id: id,
    query_mode: 'default',
    unit_id: null,
    pass: 0,
    intent_l1: null,
    intent_l2: null,
    difficulty: null,
    requires_rag: true,
    should_refuse: false,
    final_status: 'success',
    labels: {},
    inputs_sha256: 'i',
    case_sha256: 'c',
    ...known,
  };
}

/** A table with one sample an entry; a metric an entry does not name is not measured for it. */
export function tableOf(rows: readonly Readonly<Record<string, number | ScoreCell>>[]): ScoreTable {
  const table = new ScoreTable();
  rows.forEach((scores, i) => {
    const row = table.addSample(sample(`s${i}`));
    for (const [metric, score] of Object.entries(scores)) {
      table.addMetric(metric);
      table.set(row, metric, typeof score === 'number' ? { value: score, status: 'ok' } : score);
    }
  });
  return table;
}
