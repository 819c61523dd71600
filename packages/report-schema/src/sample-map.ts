import { createSampleReader } from './sample-reader.ts';
import type { ScoreTable } from './score-table.ts';
import type { SampleScores, ScoresFile } from './scores.ts';
import { getOwn, type TextRecord } from './text-record.ts';

/** What a map of samples is read from. */
export interface SampleSource {
  /** The scores by column; it must not change any more. */
  readonly table: ScoreTable;
  /** Failure reasons of a row. */
  reasons(row: number): readonly string[];
  /** Rows in the order of the map's keys; undefined where that is their own order. */
  readonly order: Uint32Array | undefined;
}

/** What is known of a sample besides its scores. */
export type SampleFacts = Omit<SampleScores, 'scores' | 'unscored' | 'failure_reasons'>;

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

/** The samples of scores with their ids, one after the other, in the order of the map; none is kept for it. */
export function* samplesOf(scores: Samples): Generator<readonly [string, SampleScores]> {
  const source = sampleSource(scores);
  if (source === undefined) {
    const { per_sample } = scores;
    for (const id in per_sample) yield [id, per_sample[id] as SampleScores];
    return;
  }
  const read = createSampleReader(source.table);
  for (const row of sampleRows(source)) yield [source.table.sample(row).sample_id, read(row, source.reasons(row))];
}

/** The samples of scores without their ids, as {@link samplesOf}. */
export function* sampleValues(scores: Samples): Generator<SampleScores> {
  for (const [, sample] of samplesOf(scores)) yield sample;
}

/** As {@link samplesOf}, for those who need no scores: costs a fraction. */
export function* sampleFacts(scores: Samples): Generator<readonly [string, SampleFacts]> {
  const source = sampleSource(scores);
  if (source === undefined) yield* samplesOf(scores);
  else
    for (const row of sampleRows(source)) {
      const info = source.table.sample(row);
      yield [info.sample_id, info];
    }
}

/** As {@link sampleFacts}, without the ids. */
export function* sampleKeys(scores: Samples): Generator<SampleFacts> {
  for (const [, facts] of sampleFacts(scores)) yield facts;
}

/** How many samples there are. */
export function countSamples(scores: Samples): number {
  return sampleSource(scores)?.table.length ?? Object.keys(scores.per_sample).length;
}

/** The ids of the samples, in the order of the map. */
export function sampleIds(scores: Samples): readonly string[] {
  const source = sampleSource(scores);
  if (source === undefined) return Object.keys(scores.per_sample);
  return Array.from(sampleRows(source), (row) => source.table.sample(row).sample_id);
}

/** The same samples as an ordinary record, which can be frozen and changed. */
export function copySamples(scores: Samples): TextRecord<SampleScores> {
  const copy: TextRecord<SampleScores> = Object.create(null);
  for (const [id, sample] of samplesOf(scores)) copy[id] = { ...sample };
  return copy;
}

/** The values that samples have of a metric, in the order of the map. */
export function valuesOf(scores: Samples, metric: string): number[] {
  const values: number[] = [];
  const source = sampleSource(scores);
  if (source === undefined) {
    for (const sample of sampleValues(scores)) {
      const value = getOwn(sample.scores, metric) ?? null;
      if (value !== null) values.push(value);
    }
  } else if (source.table.has(metric)) {
    const column = source.table.column(metric).values;
    for (const row of sampleRows(source)) if (!Number.isNaN(column[row])) values.push(column[row] as number);
  }
  return values;
}

/** Reads single scores by sample and metric; null where there is none. Cheaper than reading a sample for each. */
export function scoreReader(scores: Samples): (sampleId: string, metric: string) => number | null {
  const source = sampleSource(scores);
  if (source === undefined) return (id, metric) => getOwn(getOwn(scores.per_sample, id)?.scores, metric) ?? null;
  const { table } = source;
  const columns = new Map(table.metrics.map((metric) => [metric, table.column(metric).values]));
  return (id, metric) => {
    const value = columns.get(metric)?.[table.row(id) ?? -1] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
}
