import { type MetricInfo, type SampleInfo, type ScoreCell, ScoreTable } from '@reportcard/report-schema';

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
    inputs_sha256: '',
    case_sha256: '',
    ...known,
  };
}

export const RATIO: MetricInfo = { label: 'M', group: 'own', unit: 'ratio', higher_is_better: true, aggregate: 'mean' };

/** A score cell: a number is a value, anything else is why there is none. */
export function cell(value: number | ScoreCell): ScoreCell {
  return typeof value === 'number' ? { value, status: 'ok' } : value;
}

export interface Row extends Partial<SampleInfo> {
  readonly m: number | ScoreCell;
}

/** A table of one metric `m`. */
export function tableOf(rows: readonly Row[]): ScoreTable {
  const table = new ScoreTable();
  table.addMetric('m');
  rows.forEach(({ m, ...known }, i) => {
    table.set(table.addSample(sample(`s${i}`, known)), 'm', cell(m));
  });
  return table;
}
