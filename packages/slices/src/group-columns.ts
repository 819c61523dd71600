import { table as createTable } from 'arquero';

/** Samples put into slots. */
export interface Grouping {
  /** Slot of each sample, in the order of the rows asked for. */
  readonly keys: Uint32Array;
  /** Number of slots. */
  readonly size: number;
}

/** Samples grouped by one or more texts. */
export interface TextGrouping extends Grouping {
  /** Texts of each slot, one a grouped column; slots are in first-seen order. */
  readonly slots: readonly (readonly string[])[];
}

/** A column of texts: a code a sample and the text of each code. */
export interface EncodedColumn {
  readonly codes: Uint32Array;
  readonly texts: readonly string[];
}

/** Below this many samples loading arquero takes longer than grouping them. */
const ARQUERO_FROM = 20_000;

interface CodeGroups {
  readonly keys: Uint32Array;
  /** First row of each slot. */
  readonly rows: readonly number[];
}

/** Groups samples by columns of texts; slots are in first-seen order. */
export function groupColumns(columns: readonly EncodedColumn[]): TextGrouping {
  const n = columns[0]?.codes.length ?? 0;
  const { keys, rows } = n < ARQUERO_FROM ? groupSmall(columns, n) : groupLarge(columns);
  const slots = rows.map((row) => columns.map(({ codes, texts }) => texts[codes[row] ?? -1] ?? ''));
  return { keys, size: slots.length, slots };
}

/** One number a combination of codes: what a table library does, without the library. */
export function groupSmall(columns: readonly EncodedColumn[], n: number): CodeGroups {
  const keys = new Uint32Array(n);
  const slots = new Map<number, number>();
  const rows: number[] = [];
  for (let row = 0; row < n; row += 1) {
    let key = 0;
    for (const { codes, texts } of columns) key = key * texts.length + (codes[row] as number);
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = rows.push(row) - 1;
      slots.set(key, slot);
    }
    keys[row] = slot;
  }
  return { keys, rows };
}

/**
 * The grouping of arquero; its reducers are not used, for they are inexact and an order of magnitude slower than a loop
 * over the keys it gives.
 */
export function groupLarge(columns: readonly EncodedColumn[]): CodeGroups {
  const names = columns.map((_, i) => `column_${i}`);
  const data = Object.fromEntries(names.map((name, i) => [name, columns[i]?.codes ?? new Uint32Array(0)]));
  const groups = createTable(data)
    .groupby(...names)
    .groups();
  return { keys: Uint32Array.from(groups.keys), rows: Array.from(groups.rows) };
}
