import { type ScoreColumn, type ScoreTable, STATUSES } from '@reportcard/report-schema';
import { createExactSumGroup, createMomentsGroup } from '@reportcard/statistics';
import { type ColumnSlots, createColumnSlots, STATUS_COUNT } from './column-slots.ts';
import type { Grouping } from './group-columns.ts';

const SKIPPED = STATUSES.indexOf('skipped');
const MISSING = STATUSES.indexOf('missing_input');

/** One metric over the rows that are aggregated, side by side with their groups. */
export interface ColumnInput {
  /** Scores by position; null for a metric the table does not have, which is missing for every sample. */
  readonly column: ScoreColumn | null;
  readonly n: number;
  /** 1 where the sample was skipped with the code `limit`. */
  readonly limited: Uint8Array | null;
  readonly attainable: Float64Array | null;
  /** True where quantiles are asked for. */
  readonly keepValues: boolean;
}

/** Reads one metric of a table; `rows` picks and orders samples. */
export function readColumn(
  table: ScoreTable,
  metric: string,
  options: {
    readonly rows?: Uint32Array | undefined;
    readonly attainable?: Float64Array | undefined;
    readonly keepValues: boolean;
  },
): ColumnInput {
  const { rows, keepValues } = options;
  const n = rows?.length ?? table.length;
  if (!table.has(metric)) return { column: null, n, limited: null, attainable: null, keepValues };
  const whole = table.column(metric);
  const column = rows === undefined ? whole : pickRows(whole, rows);
  const codeOf = table.codesOf(metric);
  let limited: Uint8Array | null = null;
  for (let position = 0; position < n; position += 1) {
    if (column.statuses[position] !== SKIPPED) continue;
    if (codeOf(rows?.[position] ?? position) !== 'limit') continue;
    limited ??= new Uint8Array(n);
    limited[position] = 1;
  }
  const attainable = options.attainable === undefined ? null : pick(options.attainable, rows);
  return { column, n, limited, attainable, keepValues };
}

/** Gathers a metric by group: counts in one pass, sums only where a value other than 0 and 1 exists. */
export function reduceColumn(input: ColumnInput, grouping: Grouping): ColumnSlots {
  const slots = createColumnSlots(grouping.size);
  const { keys } = grouping;
  const { column } = input;
  if (column === null) {
    for (const key of keys) increase(slots.statuses, key * STATUS_COUNT + MISSING);
    return slots;
  }
  const others = countStatuses(slots, column, keys);
  if (input.limited !== null) {
    for (let i = 0; i < keys.length; i += 1) if (input.limited[i] === 1) increase(slots.limited, keys[i] ?? 0);
  }
  if (others > 0) {
    slots.moments = createMomentsGroup(slots.size);
    slots.moments.addColumn(column.values, keys);
  }
  addVariances(slots, column, keys);
  addAttainable(slots, input, keys);
  if (input.keepValues) slots.values = collectValues(slots, column, keys);
  return slots;
}

/** Counts by status, by 0 and 1 and by hand; returns how many scored values are neither 0 nor 1. */
function countStatuses(slots: ColumnSlots, column: ScoreColumn, keys: Uint32Array): number {
  const { values, statuses, manual } = column;
  let others = 0;
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i] as number;
    const status = statuses[i] as number;
    increase(slots.statuses, key * STATUS_COUNT + status);
    if (status !== 0) continue;
    const value = values[i] as number;
    if (value === 0) increase(slots.zeros, key);
    else if (value === 1) increase(slots.ones, key);
    else {
      others += 1;
      if (value < 0 || value > 1) increase(slots.outside, key);
    }
    if (manual[i] === 1) increase(slots.manual, key);
  }
  return others;
}

function addVariances(slots: ColumnSlots, column: ScoreColumn, keys: Uint32Array): void {
  const { sds, repeats, statuses } = column;
  for (let i = 0; i < keys.length; i += 1) {
    if (repeats[i] === 0 || statuses[i] !== 0) continue;
    const key = keys[i] as number;
    slots.repeats[key] = Math.max(slots.repeats[key] ?? 0, repeats[i] ?? 0);
    const sd = sds[i] as number;
    if (Number.isNaN(sd)) continue;
    slots.variances ??= createExactSumGroup(slots.size);
    slots.variances.add(key, sd * sd);
  }
}

function addAttainable(slots: ColumnSlots, input: ColumnInput, keys: Uint32Array): void {
  if (input.attainable === null || input.column === null) return;
  slots.attainable = createExactSumGroup(slots.size);
  for (let i = 0; i < keys.length; i += 1) {
    const value = input.attainable[i] as number;
    if (input.column.statuses[i] === 0 && Number.isFinite(value)) slots.attainable.add(keys[i] as number, value);
  }
}

function collectValues(slots: ColumnSlots, column: ScoreColumn, keys: Uint32Array): Float64Array[] {
  const values = Array.from(
    { length: slots.size },
    (_, slot) => new Float64Array(slots.statuses[slot * STATUS_COUNT] ?? 0),
  );
  const ends = new Uint32Array(slots.size);
  for (let i = 0; i < keys.length; i += 1) {
    if (column.statuses[i] !== 0) continue;
    const key = keys[i] as number;
    const end = ends[key] as number;
    (values[key] as Float64Array)[end] = column.values[i] as number;
    ends[key] = end + 1;
  }
  return values;
}

function increase(counts: Float64Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

function pickRows(column: ScoreColumn, rows: Uint32Array): ScoreColumn {
  return {
    values: pick(column.values, rows),
    statuses: pick(column.statuses, rows),
    manual: pick(column.manual, rows),
    sds: pick(column.sds, rows),
    repeats: pick(column.repeats, rows),
  };
}

function pick<T extends Float64Array | Uint8Array>(source: T, rows: Uint32Array | undefined): T {
  if (rows === undefined) return source;
  const picked = source.slice(0, rows.length) as T;
  for (let i = 0; i < rows.length; i += 1) picked[i] = source[rows[i] ?? 0] ?? 0;
  return picked;
}
