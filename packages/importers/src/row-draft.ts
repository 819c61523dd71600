import { FINAL_STATUSES, type FinalStatus, ReportcardError } from '@reportcard/report-schema';
import { createDraft, putTags, type SampleDraft } from './draft.ts';
import type { RepairLog } from './importer.ts';
import type { Row } from './read/csv-rows.ts';
import type { ColumnRoles } from './table-columns.ts';
import type { TableField } from './values/column-names.ts';
import { type LastExchange, lastExchange } from './values/conversation.ts';
import { createMetricId, isRagasId, ragasMetricOf } from './values/metric-names.ts';
import { parseIds, parseList } from './values/parse-list.ts';
import { parseScore } from './values/parse-score.ts';
import { parseJsonCell, textOf } from './values/text-of.ts';

export interface RowContext {
  readonly file: string;
  readonly repairs: RepairLog;
  readonly decimalComma: boolean;
  /** Columns without a role: `metadata`, or metrics when all of their cells are numbers. */
  readonly rest: 'metadata' | 'candidates';
}

const MISSING = /^\s*(nan|none|null|<na>)?\s*$/i;

/** A text cell; null for nothing, and for the words data frames write for nothing. */
function optionalText(value: unknown): string | null {
  const text = textOf(value);
  return text === null || MISSING.test(text) ? null : text;
}

/** A flag; null for nothing, and for other texts, which are told. */
function parseFlag(value: unknown, field: TableField, repairs: RepairLog): boolean | null {
  const text = String(value ?? '')
    .trim()
    .toLowerCase();
  if (/^(true|1|1\.0|yes|是)$/.test(text)) return true;
  if (/^(false|0|0\.0|no|否)$/.test(text)) return false;
  if (!MISSING.test(text))
    repairs.add(`flag_text:${field}`, `${field} is neither true nor false in some rows and counts as unknown there`);
  return null;
}

/** A time in milliseconds; null where the cell holds none. Negative times are no times. */
export function parseTime(
  value: unknown,
  factor: number,
  context: Pick<RowContext, 'repairs' | 'decimalComma'>,
): number | null {
  const state = parseScore(value, { repairs: context.repairs, decimalComma: context.decimalComma });
  if (state.value === null) return null;
  if (state.value >= 0) return state.value * factor;
  context.repairs.add('negative_time', 'negative times were left out');
  return null;
}

function toStatus(value: unknown, row: Row, file: string): FinalStatus | undefined {
  const text = optionalText(value)?.trim().toLowerCase();
  if (text === undefined) return undefined;
  const status = FINAL_STATUSES.find((name) => name === text);
  if (status !== undefined) return status;
  throw new ReportcardError({
    code: 'data',
    file,
    line: row.line,
    path: 'final_status',
    message: 'the status is unknown',
    expected: FINAL_STATUSES.join(', '),
    got: JSON.stringify(text),
  });
}

function fillAnswer(
  draft: SampleDraft,
  cell: (field: TableField) => unknown,
  roles: ColumnRoles,
  repairs: RepairLog,
): void {
  if (roles.fields.has('answer')) draft.answer = textOf(cell('answer'));
  if (roles.fields.has('contexts')) draft.contexts = parseList(cell('contexts'), repairs) ?? undefined;
  if (roles.fields.has('context_ids')) draft.context_ids = parseIds(cell('context_ids'), repairs) ?? undefined;
  const error = roles.fields.has('error') ? optionalText(cell('error')) : null;
  if (error !== null) draft.error = error;
}

function fillExpected(
  draft: SampleDraft,
  cell: (field: TableField) => unknown,
  roles: ColumnRoles,
  repairs: RepairLog,
): void {
  const expected = cell('reference');
  const answers = (
    Array.isArray(expected) || /^\s*\[/.test(String(expected ?? '')) ? parseList(expected, repairs) : null
  )?.filter((text): text is string => text !== null);
  draft.reference = answers === undefined ? optionalText(expected) : (answers[0] ?? null);
  if (answers !== undefined && answers.length > 1) draft.reference_answers = answers;
  const contexts = roles.fields.has('reference_contexts') ? parseList(cell('reference_contexts'), repairs) : null;
  draft.reference_contexts = (contexts ?? []).filter((text): text is string => text !== null);
  if (roles.fields.has('reference_doc_ids'))
    draft.reference_doc_ids = parseIds(cell('reference_doc_ids'), repairs) ?? [];
}

function fillSlices(
  draft: SampleDraft,
  cell: (field: TableField) => unknown,
  roles: ColumnRoles,
  repairs: RepairLog,
): void {
  draft.intent_l1 = optionalText(cell('intent_l1'));
  draft.intent_l2 = optionalText(cell('intent_l2'));
  draft.difficulty = optionalText(cell('difficulty'));
  draft.requires_rag = parseFlag(cell('requires_rag'), 'requires_rag', repairs);
  draft.should_refuse = parseFlag(cell('should_refuse'), 'should_refuse', repairs);
  if (roles.fields.has('predicted_intent')) draft.predicted_intent = optionalText(cell('predicted_intent'));
  if (roles.fields.has('tags')) putTags(draft, cell('tags'));
}

function fillTimes(
  draft: SampleDraft,
  cell: (field: TableField) => unknown,
  roles: ColumnRoles,
  context: RowContext,
): void {
  if (roles.fields.has('latency_ms')) draft.latency_ms = parseTime(cell('latency_ms'), 1, context);
  else if (roles.fields.has('latency_s')) draft.latency_ms = parseTime(cell('latency_s'), 1000, context);
  if (roles.fields.has('first_token_ms')) draft.first_token_ms = parseTime(cell('first_token_ms'), 1, context);
}

function fillScores(draft: SampleDraft, row: Row, roles: ColumnRoles, context: RowContext): void {
  const add = (column: string, name: string, id: string): void => {
    const place = { file: context.file, line: row.line, metric: column };
    const state = parseScore(row.cells[column], { ...context, ...place, ratio: isRagasId(id) });
    draft.scores[id] = { state, label: name };
  };
  for (const [column, name] of roles.scores) add(column, name, ragasMetricOf(name) ?? createMetricId(name));
  for (const column of roles.rest) {
    const known = roles.metrics.get(column);
    const taken = known !== undefined && known in draft.scores;
    const value = row.cells[column];
    if (known !== undefined && !taken) add(column, column, known);
    else if (context.rest === 'candidates' && !isPlainColumn(column)) draft.candidates[column] = value;
    else if (value !== '' && value !== null && value !== undefined) {
      draft.metadata[column] = value;
      context.repairs.add(
        `unknown_field:${column}`,
        `the unknown field ${JSON.stringify(column)} was kept in metadata`,
      );
    }
  }
}

/** Columns of numbers that measure no quality. */
function isPlainColumn(column: string): boolean {
  return /(^|_)(id|idx|index|no|num|number|count|tokens?|cost|price|time|timestamp|date|ms|seconds|latency|duration|length|len|chars|words|page|rank|seed|fold|year|version|k)$|^(column_\d+|n_.*)$/i.test(
    column.replace(/[\s.-]+/g, '_'),
  );
}

/** A conversation comes in as its last question, and its last answer where no other column holds one. */
function takeExchange(draft: SampleDraft, exchange: LastExchange, whole: unknown, repairs: RepairLog): void {
  draft.user_input = exchange.question ?? '';
  if (draft.answer === undefined || draft.answer === null) draft.answer = exchange.answer;
  draft.metadata['conversation'] = parseJsonCell(whole);
  repairs.add('conversation', 'conversations came in as their last question and answer; the whole is kept in metadata');
}

/** One row of a table as a draft, by the roles of its columns. */
export function createRowDraft(row: Row, roles: ColumnRoles, context: RowContext): SampleDraft {
  const cell = (field: TableField): unknown => {
    const column = roles.fields.get(field);
    return column === undefined ? null : row.cells[column];
  };
  const { repairs } = context;
  const draft = createDraft(row.line, {
    query_id: optionalText(cell('query_id')),
    user_input: textOf(cell('user_input')) ?? '',
  });
  const exchange = lastExchange(parseJsonCell(cell('user_input')));
  const id = cell('query_id');
  if (typeof id === 'number' && Number.isInteger(id) && !Number.isSafeInteger(id))
    repairs.add('long_number_id', 'ids written as numbers that programs cannot hold exactly may have lost digits');
  const mode = optionalText(cell('query_mode'));
  if (mode !== null) draft.query_mode = mode;
  fillAnswer(draft, cell, roles, repairs);
  if (exchange !== null) takeExchange(draft, exchange, cell('user_input'), repairs);
  fillExpected(draft, cell, roles, repairs);
  fillSlices(draft, cell, roles, repairs);
  fillTimes(draft, cell, roles, context);
  draft.final_status = toStatus(cell('final_status'), row, context.file);
  fillScores(draft, row, roles, context);
  for (const [column, name] of roles.labels) draft.labels[name] = optionalText(row.cells[column]);
  return draft;
}
