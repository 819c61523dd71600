import { createDraft, putScore, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import type { Row } from '../read/csv-rows.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { isObject, listAt, numberAt, textAt, valueAt } from '../values/is-object.ts';
import { createMetricId } from '../values/metric-names.ts';
import { parseList } from '../values/parse-list.ts';
import { parseScore } from '../values/parse-score.ts';
import { textOf } from '../values/text-of.ts';

const QUESTION_VARS = ['question', 'query', 'user_input', 'input', 'prompt', 'message'];
const CONTEXT_VARS = ['context', 'contexts', 'retrieved_contexts', 'documents'];
const REFERENCE_VARS = ['reference', 'ground_truth', 'expected', 'expected_answer', 'expected_output', 'answer'];
/** Assertions whose value is an answer that is expected. */
const REFERENCE_ASSERTIONS = new Set([
  'equals',
  'iequals',
  'contains',
  'icontains',
  'similar',
  'factuality',
  'levenshtein',
  'rouge-n',
  'bleu',
]);

function firstVar(row: Row, names: readonly string[]): unknown {
  const vars = row.cells['vars'] ?? valueAt(row.cells, 'testCase', 'vars');
  return names
    .map((name) => valueAt(vars, name))
    .find((value) => value !== undefined && value !== null && value !== '');
}

function questionOf(row: Row): string {
  const known = textOf(firstVar(row, QUESTION_VARS));
  if (known !== null) return known;
  const vars = row.cells['vars'];
  const texts = isObject(vars) ? Object.values(vars).filter((value): value is string => typeof value === 'string') : [];
  return (texts.length === 1 ? texts[0] : undefined) ?? textAt(row.cells, 'prompt', 'raw') ?? '';
}

function referenceOf(row: Row): string | null {
  const known = textOf(firstVar(row, REFERENCE_VARS));
  if (known !== null) return known;
  const assertions = listAt(row.cells, 'testCase', 'assert').filter((item) =>
    REFERENCE_ASSERTIONS.has(textAt(item, 'type') ?? ''),
  );
  return assertions.map((item) => textOf(valueAt(item, 'value'))).find((text) => text !== null) ?? null;
}

/** Column of the comparison a result stands in: provider and prompt. */
function columnOf(row: Row): string {
  const provider =
    textAt(row.cells, 'provider', 'label') ||
    textAt(row.cells, 'provider', 'id') ||
    textOf(row.cells['provider']) ||
    'provider';
  return `${provider} prompt ${numberAt(row.cells, 'promptIdx') ?? 0}`;
}

/** Why nothing could be graded; undefined where an assertion merely failed, whose text older versions also keep under `error`. */
function errorOf(row: Row): string | undefined {
  const message = textOf(row.cells['error']) ?? textAt(row.cells, 'response', 'error');
  const reason = numberAt(row.cells, 'failureReason');
  if (reason === 2) return message ?? 'promptfoo says error and gives no reason';
  if (reason !== undefined) return undefined;
  const graded = isObject(row.cells['gradingResult']) || valueAt(row.cells, 'response', 'output') !== undefined;
  return message === null || message === undefined || graded ? undefined : message;
}

function addScores(draft: SampleDraft, row: Row, file: string, repairs: RepairLog): void {
  const add = (id: string, label: string, value: unknown): void => {
    const state =
      draft.error === undefined
        ? parseScore(value, { repairs, file, line: row.line, metric: id })
        : { value: null, status: 'skipped' as const, code: 'request_failed' };
    putScore(draft, id, { state, label }, repairs);
  };
  add('promptfoo_pass', 'promptfoo: passed', row.cells['success']);
  add('promptfoo_score', 'promptfoo: score', row.cells['score']);
  const named = row.cells['namedScores'] ?? valueAt(row.cells, 'gradingResult', 'namedScores');
  for (const [name, value] of Object.entries(isObject(named) ? named : {}))
    add(createMetricId(name, 'promptfoo'), name, value);
  if (draft.error !== undefined) repairs.add('error_as_zero', 'scores of 0 beside an error were taken as not scored');
}

function addMeasures(draft: SampleDraft, row: Row, repairs: RepairLog): void {
  const latency = numberAt(row.cells, 'latencyMs');
  if (valueAt(row.cells, 'response', 'cached') === true) {
    draft.latency_ms = null;
    repairs.add('cached_answer', 'latencies of cached answers were left out');
  } else draft.latency_ms = latency !== undefined && latency >= 0 ? latency : null;
  const usage = valueAt(row.cells, 'response', 'tokenUsage');
  if (isObject(usage)) {
    draft.usage = {
      prompt_tokens: numberAt(usage, 'prompt') ?? null,
      completion_tokens: numberAt(usage, 'completion') ?? null,
      total_tokens: numberAt(usage, 'total') ?? null,
    };
  }
}

function toDraft(
  row: Row,
  file: string,
  modes: ReadonlySet<string>,
  passes: Map<string, number>,
  repairs: RepairLog,
): SampleDraft {
  const draft = createDraft(row.line, { query_id: null, user_input: questionOf(row) });
  const column = columnOf(row);
  if (modes.size > 1) draft.query_mode = column;
  const cell = `${column}\u0000${numberAt(row.cells, 'testIdx') ?? draft.user_input}`;
  const pass = passes.get(cell) ?? 0;
  passes.set(cell, pass + 1);
  if (pass > 0) draft.pass = pass;
  draft.error = errorOf(row);
  draft.answer = textOf(valueAt(row.cells, 'response', 'output'));
  draft.reference = referenceOf(row);
  const contexts = parseList(
    firstVar(row, CONTEXT_VARS) ?? valueAt(row.cells, 'response', 'metadata', 'context'),
    repairs,
  );
  if (contexts !== null) draft.contexts = contexts;
  addScores(draft, row, file, repairs);
  addMeasures(draft, row, repairs);
  for (const [name, value] of Object.entries(row.cells))
    if (
      [
        'id',
        'testIdx',
        'promptIdx',
        'provider',
        'testCase',
        'gradingResult',
        'vars',
        'cost',
        'failureReason',
        'promptId',
        'metadata',
        'error',
      ].includes(name) &&
      value !== null
    )
      draft.metadata[name] = value;
  return draft;
}

function isPromptfoo({ columns }: Source): boolean {
  const has = (name: string): boolean => columns.includes(name);
  return (
    (has('promptIdx') || has('promptId')) &&
    (has('gradingResult') || has('success')) &&
    (has('vars') || has('testCase'))
  );
}

/** promptfoo's `--output results.json` of versions 2 to 4, and its JSON Lines. Score, pass and named scores come in as evaluator metrics; an assertion that failed is no error of the request. */
export const promptfooImporter: Importer = {
  format: 'promptfoo',
  title: 'promptfoo output, JSON (versions 2 to 4) or JSON Lines',
  usage: 'promptfoo results.json',
  sniff: isPromptfoo,
  async open(input, options) {
    const source = await openSource(requireOneFile(input, 'promptfoo', this.usage));
    const modes = new Set<string>();
    for await (const row of source.rows(new RepairLog())) modes.add(columnOf(row));
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      const passes = new Map<string, number>();
      for await (const row of source.rows(repairs)) yield toDraft(row, source.name, modes, passes, repairs);
    }
    return importDrafts({ file: source.name, ids: 'content', drafts }, options);
  },
};
