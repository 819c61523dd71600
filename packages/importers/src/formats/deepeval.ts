import { createDraft, putScore, putTags, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import type { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import type { Row } from '../read/csv-rows.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { tellOtherLists } from '../read/other-lists.ts';
import { requireOneFile } from '../single-file.ts';
import { foldColumn } from '../values/column-names.ts';
import { listAt, numberAt, textAt, valueAt } from '../values/is-object.ts';
import { createMetricId, isRagasId, ragasMetricOf } from '../values/metric-names.ts';
import { parseList } from '../values/parse-list.ts';
import { IMPORT_NAN, parseScore } from '../values/parse-score.ts';
import { textOf } from '../values/text-of.ts';

/** A field under its name in a test run (camel case) or in a dumped result (snake case). */
function field(row: Row, camel: string, snake: string): unknown {
  return row.cells[camel] ?? row.cells[snake];
}

function metricsOf(row: Row): readonly unknown[] {
  const list = listAt(row.cells, 'metricsData');
  return list.length > 0 ? list : listAt(row.cells, 'metrics_data');
}

/** Keys that have a place of their own in a record. */
const PLACED = new Set([
  'name',
  'input',
  'actual_output',
  'expected_output',
  'retrieval_context',
  'context',
  'completion_time',
  'tags',
  'success',
  'metrics_data',
]);

/** Names such as test_case_3 say nothing but a position. */
function idOf(row: Row): string | null {
  const name = textOf(row.cells['name']);
  return name === null || /^(conversational_)?test_case_\d+$/.test(name) ? null : name;
}

/** RAGAS metrics that DeepEval wraps stay RAGAS metrics; all others are its own, also where they share a name. */
function metricIdOf(name: string): string {
  const ragas = /^(.+?)\s*\(ragas\)$/i.exec(name)?.[1]?.replace(/^contextual/i, 'context');
  const wrapped = ragas === undefined ? undefined : ragasMetricOf(ragas);
  return wrapped ?? createMetricId(name.replace(/\s*[[(]\s*(conversational )?g-?eval\s*[\])]\s*$/i, ''), 'deepeval');
}

function addScore(draft: SampleDraft, metric: unknown, file: string, repairs: RepairLog): void {
  const name = textAt(metric, 'name');
  if (name === undefined) return;
  const id = metricIdOf(name);
  const error = textAt(metric, 'error');
  const value = valueAt(metric, 'score');
  if (error !== undefined && value === 0)
    repairs.add('error_as_zero', 'scores of 0 beside an error were taken as not scored');
  const state =
    error === undefined
      ? parseScore(value, { repairs, file, line: draft.line, metric: name, ratio: isRagasId(id) })
      : IMPORT_NAN;
  putScore(draft, id, { state, label: `${name} (DeepEval)` }, repairs);
}

function toDraft(row: Row, file: string, repairs: RepairLog): SampleDraft {
  const draft = createDraft(row.line, { query_id: idOf(row), user_input: textOf(row.cells['input']) ?? '' });
  draft.answer = textOf(field(row, 'actualOutput', 'actual_output'));
  draft.reference = textOf(field(row, 'expectedOutput', 'expected_output'));
  const contexts = parseList(field(row, 'retrievalContext', 'retrieval_context'), repairs);
  if (contexts !== null) draft.contexts = contexts;
  draft.reference_contexts = (parseList(row.cells['context'], repairs) ?? []).filter(
    (text): text is string => text !== null,
  );
  const seconds = numberAt(row.cells, 'completionTime') ?? numberAt(row.cells, 'completion_time');
  if (seconds !== undefined && seconds >= 0) draft.latency_ms = seconds * 1000;
  putTags(draft, row.cells['tags']);
  const success = row.cells['success'];
  if (typeof success === 'boolean')
    putScore(
      draft,
      'deepeval_success',
      {
        state: { value: success ? 1 : 0, status: 'ok' },
        label: 'All metrics passed (DeepEval)',
      },
      repairs,
    );
  for (const metric of metricsOf(row)) addScore(draft, metric, file, repairs);
  draft.metadata['metrics_data'] = metricsOf(row);
  for (const [name, value] of Object.entries(row.cells))
    if (!PLACED.has(foldColumn(name)) && value != null && value !== '') draft.metadata[name] = value;
  return draft;
}

function isDeepeval({ columns }: Source): boolean {
  return columns.includes('metricsData') || columns.includes('metrics_data');
}

/** Test runs of DeepEval (`testCases[].metricsData`) and dumped evaluation results (`test_results[].metrics_data`). Every metric comes in as an evaluator metric; a metric that ended with an error has no score, whatever number stands there. */
export const deepevalImporter: Importer = {
  format: 'deepeval',
  title: 'DeepEval test runs, JSON',
  usage: 'deepeval test_run.json',
  sniff: isDeepeval,
  async open(input, options) {
    const source = await openSource(requireOneFile(input, 'deepeval', this.usage));
    let judgeModel: string | undefined;
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      for await (const row of source.rows(repairs, (document) => tellOtherLists(document, repairs))) {
        judgeModel ??= metricsOf(row)
          .map((metric) => textAt(metric, 'evaluationModel') ?? textAt(metric, 'evaluation_model'))
          .find((model) => model !== undefined);
        yield toDraft(row, source.name, repairs);
      }
    }
    return importDrafts(
      { file: source.name, ids: 'content', drafts, facts: () => ({ judge_model: judgeModel }) },
      options,
    );
  },
};
