import {
  createRecord,
  type MetricInfo,
  MetricInfoSchema,
  parseRunRecord,
  RAGAS_ORDER,
  ReportcardError,
  type ScoreState,
  ScoreStateSchema,
  type TextRecord,
} from '@reportcard/report-schema';
import { HashSet } from '../draft-ids.ts';
import { type ImportedSample, type ImportResult, RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import type { Row } from '../read/csv-rows.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { isObject, valueAt } from '../values/is-object.ts';
import { describeForeignMetric, isOwnMetric, isRagasId } from '../values/metric-names.ts';
import { parseScore } from '../values/parse-score.ts';

/** The states a line carries: numbers under `scores`, the rest under `unscored`. */
function statesOf(row: Row, file: string, repairs: RepairLog): TextRecord<ScoreState> {
  const states = createRecord<ScoreState>();
  const scores = row.cells['scores'];
  for (const [metric, value] of Object.entries(isObject(scores) ? scores : {}))
    states[metric] = parseScore(value, { repairs, file, line: row.line, metric, ratio: isRagasId(metric) });
  const unscored = row.cells['unscored'];
  for (const [metric, state] of Object.entries(isObject(unscored) ? unscored : {})) {
    const parsed = ScoreStateSchema.safeParse({ value: null, ...(isObject(state) ? state : {}) });
    if (!parsed.success || parsed.data.status === 'ok')
      throw new ReportcardError({
        code: 'data',
        file,
        line: row.line,
        path: `unscored.${metric}`,
        message: 'this is no state of a score',
        expected: '{ "status": …, "code": … }',
      });
    states[metric] = parsed.data;
  }
  return states;
}

interface RecordsSurvey {
  readonly ranges: Map<string, boolean>;
  readonly info: TextRecord<MetricInfo>;
}

async function surveyRecords(source: Source): Promise<RecordsSurvey> {
  const ranges = new Map<string, boolean>();
  const info = createRecord<MetricInfo>();
  const seen = new HashSet();
  for await (const row of source.rows(new RepairLog())) {
    const key = ['query_id', 'query_mode', 'unit_id', 'pass']
      .map((name) => String(row.cells[name] ?? ''))
      .join('\u0000');
    if (!seen.add(key))
      throw new ReportcardError({
        code: 'data',
        file: source.name,
        line: row.line,
        path: 'query_id',
        message: `the sample ${JSON.stringify(row.cells['query_id'])} stands twice`,
        expected: 'each sample once',
        hint: 'remove one of the two lines',
      });
    for (const [metric, { value }] of Object.entries(statesOf(row, source.name, new RepairLog())))
      ranges.set(metric, (ranges.get(metric) ?? true) && (value === null || (value >= 0 && value <= 1)));
    const described = row.cells['metric_info'];
    for (const [metric, item] of Object.entries(isObject(described) ? described : {})) {
      const parsed = MetricInfoSchema.safeParse(item);
      if (parsed.success) info[metric] = { ...parsed.data, group: 'evaluator' };
    }
  }
  return { ranges, info };
}

async function importRecords(source: Source): Promise<ImportResult> {
  const { ranges, info } = await surveyRecords(source);
  const repairs = new RepairLog();
  const kept = [...ranges.keys()].filter((metric) => !isOwnMetric(metric));
  const foreign = createRecord(
    kept
      .filter((metric) => !isRagasId(metric))
      .map(
        (metric) =>
          [metric, info[metric] ?? describeForeignMetric(metric, { inRange: ranges.get(metric) === true })] as const,
      ),
  );
  const scored = [...RAGAS_ORDER.filter((metric) => kept.includes(metric)), ...Object.keys(foreign)];
  async function* samples(): AsyncGenerator<ImportedSample> {
    for await (const row of source.rows(repairs)) {
      const states = statesOf(row, source.name, repairs);
      const own = Object.keys(states).filter(isOwnMetric);
      repairs.add(
        'recomputed',
        'scores of own metrics were left out: score computes them from the records',
        own.length,
      );
      for (const metric of own) delete states[metric];
      const { scores: _scores, unscored: _unscored, metric_info: _info, ...fields } = row.cells;
      const record = parseRunRecord(fields, { file: source.name, line: row.line });
      yield scored.length === 0 ? { record } : { record, scores: states };
    }
  }
  return { samples: samples(), scored_metrics: scored, metric_info: foreign, repairs: () => repairs.list() };
}

/** Run files of this program and its `export jsonl`: records with their scores beside them. */
export const recordsImporter: Importer = {
  format: 'records',
  title: 'run files of this program, and what export jsonl writes',
  usage: 'records run.jsonl',
  sniff: ({ kind, first, columns }) =>
    kind === 'jsonl' &&
    ['query_id', 'user_input', 'final_status'].every((name) => columns.includes(name)) &&
    (isObject(valueAt(first, 'response')) || columns.includes('schema_version')),
  async open(input) {
    return importRecords(await openSource(requireOneFile(input, 'records', this.usage)));
  },
};
