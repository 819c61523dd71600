import { getOwn, type ScoreTable } from '@reportcard/report-schema';
import { type EncodedColumn, groupColumns, type TextGrouping } from './group-columns.ts';

/** A label by which samples are grouped, with its grouping. */
export interface LabelGrouping {
  readonly dimension: string;
  readonly grouping: TextGrouping;
}

/** How the samples of a table fall into groups. */
export interface SampleGroups {
  /** By first- and second-level intent; everything else about intents is folded up from it. */
  readonly intents: TextGrouping;
  /** By `difficulty` and each key of `labels`, where at least one sample has a value. */
  readonly labels: readonly LabelGrouping[];
}

/** Group key of a label: null, undefined and the empty text are all `''`; numbers and booleans become text. */
export function normalizeKey(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Groups the given rows of a table (all by default). */
export function groupSamples(table: ScoreTable, rows?: Uint32Array): SampleGroups {
  const n = rows?.length ?? table.length;
  const rowAt = (position: number): number => rows?.[position] ?? position;
  const encode = (read: (row: number) => string): EncodedColumn => encodeColumn(n, (position) => read(rowAt(position)));
  const intents = groupColumns([
    encode((row) => normalizeKey(table.intentsL1.get(row))),
    encode((row) => normalizeKey(table.intentsL2.get(row))),
  ]);
  const labels = findDimensions(table, n, rowAt).map((dimension) => ({
    dimension,
    grouping: groupColumns([encode((row) => readLabel(table, row, dimension))]),
  }));
  return { intents, labels };
}

function readLabel(table: ScoreTable, row: number, dimension: string): string {
  const { difficulty, labels } = table.sample(row);
  const own = dimension === 'difficulty' ? normalizeKey(difficulty) : '';
  return own === '' ? normalizeKey(getOwn(labels, dimension)) : own;
}

/** `difficulty` first, then label names in the order in which a value is first seen; a name without any is left out. */
function findDimensions(table: ScoreTable, n: number, rowAt: (position: number) => number): string[] {
  const dimensions = new Set<string>();
  let hasDifficulty = false;
  for (let position = 0; position < n; position += 1) {
    const { difficulty, labels } = table.sample(rowAt(position));
    if (normalizeKey(difficulty) !== '') hasDifficulty = true;
    for (const name of Object.keys(labels)) if (normalizeKey(labels[name]) !== '') dimensions.add(name);
  }
  return sortDimensions(hasDifficulty ? ['difficulty', ...dimensions] : [...dimensions]);
}

/** Distinct dimensions in their order, `difficulty` before all others. */
export function sortDimensions(dimensions: readonly string[]): string[] {
  const distinct = [...new Set(dimensions)];
  return distinct.includes('difficulty')
    ? ['difficulty', ...distinct.filter((name) => name !== 'difficulty')]
    : distinct;
}

function encodeColumn(n: number, read: (position: number) => string): EncodedColumn {
  const codes = new Uint32Array(n);
  const index = new Map<string, number>();
  for (let position = 0; position < n; position += 1) {
    const text = read(position);
    let code = index.get(text);
    if (code === undefined) {
      code = index.size;
      index.set(text, code);
    }
    codes[position] = code;
  }
  return { codes, texts: [...index.keys()] };
}
