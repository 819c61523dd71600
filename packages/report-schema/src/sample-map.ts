import { createSampleReader } from './sample-reader.ts';
import type { ScoreTable } from './score-table.ts';
import type { SampleScores, ScoresFile } from './scores.ts';
import type { TextRecord } from './text-record.ts';

/** What a map of samples is read from. */
export interface SampleSource {
  /** The scores by column; it must not change any more. */
  readonly table: ScoreTable;
  /** Failure reasons of a row. */
  reasons(row: number): readonly string[];
  /** Rows in the order of the map's keys; undefined where that is their own order. */
  readonly order: Uint32Array | undefined;
}

type Samples = Pick<ScoresFile, 'per_sample'>;

const SOURCE = Symbol('samples');

function refuse(): never {
  throw new TypeError('the samples of scores are read from a table and cannot be changed; copy them first');
}

/**
 * Rows of a table in the order in which their ids stand as keys of an object: JavaScript moves whole numbers to the front.
 * Undefined where that is their own order.
 */
export function orderRows(table: ScoreTable): Uint32Array | undefined {
  const keys: Record<string, null> = Object.create(null);
  let hasNumber = false;
  for (let row = 0; row < table.length && !hasNumber; row += 1)
    hasNumber = /^(?:0|[1-9]\d{0,9})$/.test(table.sample(row).sample_id);
  if (!hasNumber) return undefined;
  for (let row = 0; row < table.length; row += 1) keys[table.sample(row).sample_id] = null;
  return Uint32Array.from(Object.keys(keys), (id) => table.row(id) ?? 0);
}

/** The rows of a source in the order of the map's keys. */
export function* sampleRows({ table, order }: SampleSource): Generator<number> {
  for (let index = 0; index < table.length; index += 1) yield order?.[index] ?? index;
}

/**
 * A `per_sample` map that makes each sample when it is looked at, and keeps none: a run of many samples would not fit into
 * memory as objects. Reads like a frozen record without prototype; a sample that is looked at twice is made twice.
 */
export function createSampleMap(table: ScoreTable, reasons: SampleSource['reasons']): TextRecord<SampleScores> {
  const source: SampleSource = { table, reasons, order: orderRows(table) };
  const read = createSampleReader(table);
  const find = (key: string | symbol): SampleScores | undefined => {
    const row = typeof key === 'string' ? table.row(key) : undefined;
    return row === undefined ? undefined : read(row, reasons(row));
  };
  return new Proxy(Object.create(null) as TextRecord<SampleScores>, {
    get: (_, key) => (key === SOURCE ? source : find(key)),
    has: (_, key) => typeof key === 'string' && table.row(key) !== undefined,
    ownKeys: () => Array.from(sampleRows(source), (row) => table.sample(row).sample_id),
    getOwnPropertyDescriptor: (_, key) => {
      const value = find(key);
      return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: false };
    },
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    preventExtensions: refuse,
    setPrototypeOf: refuse,
  });
}

/** Where the samples of scores are read from, for those who need columns rather than samples; undefined for a plain record. */
export function sampleSource({ per_sample }: Samples): SampleSource | undefined {
  return Reflect.get(per_sample, SOURCE) as SampleSource | undefined;
}
