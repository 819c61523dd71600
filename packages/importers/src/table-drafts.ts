import { ReportcardError } from '@reportcard/report-schema';
import type { SampleDraft } from './draft.ts';
import type { ImportOptions, RepairLog } from './importer.ts';
import type { Row } from './read/csv-rows.ts';
import type { Source } from './read/open-source.ts';
import { tellOtherLists } from './read/other-lists.ts';
import { createRowDraft } from './row-draft.ts';
import { assignColumns, type ColumnRoles } from './table-columns.ts';
import { foldColumn, type TableField } from './values/column-names.ts';
import { textOf } from './values/text-of.ts';

const SUMMARY =
  /^(average|avg\.?|mean|overall|total|sum|summary|macro[ _-]?avg|micro[ _-]?avg|std|stdev|std\.? ?dev|median|min|max|count|平均|平均值|平均分|均值|总计|合计|总平均|汇总)\s*[:：]?$/i;

/** A row of means that a program put below the samples: one of its first cells says so, and there is no answer. */
function isSummaryRow(row: Row, filled: (field: TableField) => boolean): boolean {
  if (filled('answer') || filled('contexts') || filled('reference')) return false;
  const texts = Object.values(row.cells).filter(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  return texts.some((text) => SUMMARY.test(text.trim()));
}

const BLANK = /^\s*(nan|none|null|<na>|\[\s*\])?\s*$/i;
const TEXT_FIELDS: readonly TableField[] = ['query_id', 'user_input', 'answer', 'contexts', 'context_ids', 'reference'];

/** Why a row is no sample, as a code and a message; undefined for a sample. */
function findNoSample(row: Row, roles: ColumnRoles): readonly [string, string] | undefined {
  const filled = (field: TableField): boolean => {
    const column = roles.fields.get(field);
    const text = column === undefined ? '' : (textOf(row.cells[column]) ?? '').trim();
    return !BLANK.test(text) && !SUMMARY.test(text);
  };
  if (isSummaryRow(row, filled)) return ['average_row', 'rows of means among the samples were left out'];
  if (TEXT_FIELDS.some(filled)) return undefined;
  return ['row_without_text', 'rows with nothing but numbers (means, perhaps) were left out: no question, no answer'];
}

/** Assigns roles, once for rows that have the same columns. */
function createRoleFinder(mapping: Readonly<Record<string, string>>, file: string): (row: Row) => ColumnRoles {
  let signature: string | undefined;
  let roles: ColumnRoles | undefined;
  const applicable = (columns: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      Object.entries(mapping).filter(([, wanted]) => columns.some((name) => foldColumn(name) === foldColumn(wanted))),
    );
  return (row) => {
    const columns = Object.keys(row.cells);
    const now = columns.join('\u0000');
    if (roles === undefined || now !== signature) roles = assignColumns(columns, applicable(columns), file);
    signature = now;
    return roles;
  };
}

function noQuestion(source: Source): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file: source.name,
    message: 'no column holds the questions',
    expected: 'a column such as question or user_input',
    got: source.columns.join(', ').slice(0, 300) || 'nothing that looks like a table',
    hint: 'name the columns: --columns user_input=COLUMN,response=COLUMN,reference=COLUMN',
  });
}

function noAnswers(source: Source, message: string, hint: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file: source.name,
    message,
    got: source.columns.join(', ').slice(0, 300),
    hint,
  });
}

/** Throws a `data` error for a table that holds no results, saying what it seems to be and what to do. */
export function requireResults(source: Source, options: ImportOptions): ColumnRoles {
  const roles = assignColumns(source.columns, options.columns ?? {}, source.name);
  const has = (field: Parameters<typeof roles.fields.has>[0]): boolean => roles.fields.has(field);
  const hasScores = roles.scores.size > 0 || roles.metrics.size > 0;
  if (!has('user_input')) throw noQuestion(source);
  const retrieved = has('contexts') || has('context_ids');
  if (!has('answer') && !retrieved && !hasScores) {
    throw noAnswers(
      source,
      'this is a data set of questions, not a run: no column holds the answers of a system',
      'record a run over it (dataset: { cases: … } in the configuration), or name the column of the answers: --columns response=COLUMN',
    );
  }
  const answer = roles.fields.get('answer');
  const isPlain =
    answer !== undefined &&
    ['answer', '回答'].includes(foldColumn(answer)) &&
    options.columns?.['response'] === undefined &&
    options.columns?.['answer'] === undefined;
  if (isPlain && !retrieved && !hasScores && !has('reference')) {
    throw noAnswers(
      source,
      `the column ${JSON.stringify(answer)} may hold the answers of a system or the expected ones, and nothing else in the file tells`,
      `say which: --columns response=${answer} for a run; a data set of expected answers is recorded over: dataset: { cases: …, columns: { reference: '${answer}' } }`,
    );
  }
  return roles;
}

/** Streams the rows of a table as drafts; rows of means are left out and told. */
export async function* readTableDrafts(
  source: Source,
  options: ImportOptions,
  repairs: RepairLog,
  rest: 'metadata' | 'candidates',
): AsyncGenerator<SampleDraft> {
  const rolesOf = createRoleFinder(options.columns ?? {}, source.name);
  for await (const row of source.rows(repairs, (document) => tellOtherLists(document, repairs))) {
    const roles = rolesOf(row);
    const noSample = findNoSample(row, roles);
    if (noSample !== undefined) {
      repairs.add(...noSample);
      continue;
    }
    yield createRowDraft(row, roles, { file: source.name, repairs, decimalComma: source.decimalComma, rest });
  }
}
