import { sampleRows, sampleSource } from './sample-map.ts';
import { createSampleReader } from './sample-reader.ts';
import type { SampleScores, ScoresFile } from './scores.ts';
import { getOwn, type TextRecord } from './text-record.ts';

type Samples = Pick<ScoresFile, 'per_sample'>;

/** What is known of a sample besides its scores. */
export type SampleFacts = Omit<SampleScores, 'scores' | 'unscored' | 'failure_reasons'>;

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
