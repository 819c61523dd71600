import type { MetricInfo, RunMeta, RunRecord, SampleScores, ScoresFile } from '@reportcard/report-schema';

/** A run to write for another tool. */
export interface ExportInput {
  readonly runId: string;
  /** Scores with human ones applied; null before the first scoring. */
  readonly scores: ScoresFile | null;
  readonly meta: RunMeta | null;
  /** The records in data-set order, from the beginning. */
  records(): AsyncIterable<RunRecord>;
  /** Only this query mode. */
  readonly mode?: string | undefined;
}

/** A file that an exporter writes; its body can be read once. */
export interface ExportedFile {
  /** File name, without folders. */
  readonly name: string;
  readonly media_type: string;
  readonly body: AsyncIterable<string | Uint8Array>;
}

/** One format that can be written. Exporters are data in an ordered registry. */
export interface Exporter {
  /** Name on the command line. */
  readonly format: string;
  /** What it writes, in a few words. */
  readonly title: string;
  /** The files, to be written one after the other. Notes are complete when all bodies were read. */
  export(input: ExportInput): { readonly files: readonly ExportedFile[]; notes(): readonly string[] };
}

/** A record with its row of scores. */
export interface ExportedSample {
  readonly record: RunRecord;
  /** Undefined where the run is not scored, or this sample is new since. */
  readonly scores: SampleScores | undefined;
}

function keyOf(sample: Pick<RunRecord, 'query_id' | 'query_mode' | 'unit_id' | 'pass'>): string {
  return JSON.stringify([sample.query_id, sample.query_mode, sample.unit_id, sample.pass]);
}

/** Streams the samples of an export, each record with its scores. */
export async function* readExportedSamples(input: ExportInput): AsyncGenerator<ExportedSample> {
  const rows = new Map(Object.values(input.scores?.per_sample ?? {}).map((row) => [keyOf(row), row] as const));
  for await (const record of input.records()) {
    if (input.mode !== undefined && record.query_mode !== input.mode) continue;
    yield { record, scores: rows.get(keyOf(record)) };
  }
}

/** The metrics of the scores in report order, with what they are; those of the given groups only. */
export function listMetrics(
  scores: ScoresFile | null,
  groups: readonly MetricInfo['group'][] = ['own', 'ragas', 'lexical', 'evaluator'],
): readonly (readonly [string, MetricInfo])[] {
  return Object.entries(scores?.metrics ?? {}).filter(([, info]) => groups.includes(info.group));
}
