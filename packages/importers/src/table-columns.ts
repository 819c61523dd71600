import { nearestName, ReportcardError } from '@reportcard/report-schema';
import { COLUMN_ALIASES, foldColumn, type TableField } from './values/column-names.ts';
import { knownMetricOf } from './values/metric-names.ts';

/** What each column of a table is. */
export interface ColumnRoles {
  /** Column of each field. */
  readonly fields: ReadonlyMap<TableField, string>;
  /** Columns given as scores, with their metric's name. */
  readonly scores: ReadonlyMap<string, string>;
  /** Columns given as labels, with the label's name. */
  readonly labels: ReadonlyMap<string, string>;
  /** Columns without a role. */
  readonly rest: readonly string[];
  /** Those of them that are metrics by their name, with the metric's id. */
  readonly metrics: ReadonlyMap<string, string>;
}

const FIELDS = Object.keys(COLUMN_ALIASES) as TableField[];
/** Other words for fields in a mapping. */
const FIELD_WORDS: Readonly<Record<string, TableField>> = {
  response: 'answer',
  retrieved_contexts: 'contexts',
  retrieved_doc_ids: 'context_ids',
};

function fieldOf(target: string): TableField | undefined {
  return (
    FIELDS.find((field) => field === target) ?? (Object.hasOwn(FIELD_WORDS, target) ? FIELD_WORDS[target] : undefined)
  );
}

function findColumn(columns: readonly string[], wanted: string): string | undefined {
  return columns.find((name) => name === wanted) ?? columns.find((name) => foldColumn(name) === foldColumn(wanted));
}

function unknownColumn(file: string, wanted: string, columns: readonly string[]): ReportcardError {
  const near = nearestName(wanted, columns);
  return new ReportcardError({
    code: 'usage',
    file,
    message: `the mapping names a column ${JSON.stringify(wanted)}, which the file does not have`,
    expected: columns.join(', ').slice(0, 300),
    hint: near === undefined ? 'see the columns above' : `did you mean ${near}?`,
  });
}

function unknownTarget(target: string): ReportcardError {
  const words = [...FIELDS, ...Object.keys(FIELD_WORDS)];
  const near = nearestName(target, words);
  return new ReportcardError({
    code: 'usage',
    message: `the mapping names a field ${JSON.stringify(target)}, which samples do not have`,
    expected: `${words.join(', ')}, score:<name> or label:<name>`,
    hint: near === undefined ? undefined : `did you mean ${near}?`,
  });
}

/**
 * Finds the role of every column: those the mapping names first, then those whose name is an alias of a field. Throws
 * a `usage` error for a mapping that names an unknown column or field.
 */
export function assignColumns(
  columns: readonly string[],
  mapping: Readonly<Record<string, string>>,
  file: string,
): ColumnRoles {
  const fields = new Map<TableField, string>();
  const scores = new Map<string, string>();
  const labels = new Map<string, string>();
  const used = new Set<string>();
  for (const [target, wanted] of Object.entries(mapping)) {
    const column = findColumn(columns, wanted);
    if (column === undefined) throw unknownColumn(file, wanted, columns);
    const field = fieldOf(target);
    if (target.startsWith('score:')) scores.set(column, target.slice('score:'.length));
    else if (target.startsWith('label:')) labels.set(column, target.slice('label:'.length));
    else if (field !== undefined) fields.set(field, column);
    else throw unknownTarget(target);
    used.add(column);
  }
  const folded = new Map(columns.filter((name) => !used.has(name)).map((name) => [foldColumn(name), name] as const));
  for (const field of FIELDS) {
    if (fields.has(field)) continue;
    const column = COLUMN_ALIASES[field]
      .map((alias) => folded.get(alias))
      .find((name) => name !== undefined && !used.has(name));
    if (column === undefined) continue;
    fields.set(field, column);
    used.add(column);
  }
  const rest = columns.filter((name) => !used.has(name));
  return { fields, scores, labels, rest, metrics: findMetrics(rest) };
}

function findMetrics(columns: readonly string[]): Map<string, string> {
  const metrics = new Map<string, string>();
  for (const column of columns) {
    const known = knownMetricOf(column);
    if (known !== undefined) metrics.set(column, known);
  }
  return metrics;
}
