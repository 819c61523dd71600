import { createRecord, type TextRecord } from '@reportcard/report-schema';
import { isKnownColumn } from '../values/column-names.ts';
import { isObject } from '../values/is-object.ts';
import type { Row } from './csv-rows.ts';

type Column = { at(key: string): unknown; readonly keys: readonly string[] };

function toColumn(value: unknown): Column | undefined {
  if (Array.isArray(value))
    return { at: (key) => value[Number(key)] as unknown, keys: value.map((_, index) => String(index)) };
  if (isObject(value))
    return { at: (key) => (Object.hasOwn(value, key) ? value[key] : undefined), keys: Object.keys(value) };
  return undefined;
}

function fromColumns(columns: readonly (readonly [string, Column])[]): Row[] {
  const keys = columns.reduce<readonly string[]>(
    (longest, [, { keys }]) => (keys.length > longest.length ? keys : longest),
    [],
  );
  return keys.map((key, index) => ({
    line: index + 1,
    cells: createRecord(columns.map(([name, column]) => [name, column.at(key) ?? null] as const)),
  }));
}

/** A data frame saved with its columns, index and values apart. */
function fromSplit(document: Readonly<Record<string, unknown>>): Row[] | null {
  const { columns, data } = document;
  if (!Array.isArray(columns) || !Array.isArray(data) || !data.every(Array.isArray)) return null;
  return data.map((values: readonly unknown[], index) => ({
    line: index + 1,
    cells: createRecord(columns.map((name, place) => [String(name), values[place] ?? null] as const)),
  }));
}

/**
 * The rows of a data frame saved column by column: `{"question": {"0": …}}`, `{"question": […]}`, or split into columns
 * and data. Null for a document that is no data frame. Single values beside the columns are passed over.
 */
export function readFrameRows(document: unknown): Row[] | null {
  if (!isObject(document)) return null;
  const split = fromSplit(document);
  if (split !== null) return split;
  const columns = Object.entries(document).flatMap(([name, value]): (readonly [string, Column])[] => {
    const column = toColumn(value);
    return column === undefined ? [] : [[name, column]];
  });
  const lengths = new Set(columns.map(([, { keys }]) => keys.length));
  if (columns.length < 2 || lengths.size !== 1 || lengths.has(0)) return null;
  if (!columns.some(([name]) => isKnownColumn(name))) return null;
  return fromColumns(columns);
}

/** A row as other tools wrap it: the row of a data set viewer, say. */
export function unwrapRow(value: Readonly<Record<string, unknown>>): TextRecord<unknown> {
  const inner = value['row'];
  return createRecord(Object.entries(isObject(inner) && 'row_idx' in value ? inner : value));
}
