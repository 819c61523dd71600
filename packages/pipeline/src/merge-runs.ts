import type { JudgeDescription } from '@reportcard/metrics';
import type { ObjectStore } from '@reportcard/object-store';
import {
  createSampleId,
  EVERY_FIELD,
  type EvidenceRecord,
  formatJsonLine,
  parseRunId,
  ReportcardError,
  type RunMeta,
  type RunRecord,
  type ScoresFile,
  type ScoresMeta,
  sampleIds,
} from '@reportcard/report-schema';
import { createSheet, formatCsv } from '@reportcard/score-sheet';
import { formatEvidence } from './evidence-file.ts';
import { mergeMeta } from './merge-meta.ts';
import { mergeScores } from './merge-scores.ts';
import { importedScoresFile, reportPlace, runFile, runMetaFile } from './places.ts';
import { type RecordLine, readRun } from './run-file.ts';
import { loadShard, orderShards, type RunShardSource, requireMergeable, type ShardOfRun } from './shard-of-run.ts';
import { writeScores } from './write-scores.ts';

/** What a judge says of itself, given its answers: `describeAnswers` of the package judge. */
export type DescribeAnswers = (
  judge: NonNullable<ScoresMeta['judge']>,
  embedder: ScoresMeta['embedder'],
  sutModel: string | null,
  evidence: Iterable<EvidenceRecord>,
) => JudgeDescription;

/** The parts to merge and the run they become. */
export interface MergeRunsOptions {
  /** Workspace that receives the merged run. */
  readonly store: ObjectStore;
  readonly runId: string;
  /** The parts; in data-set order where they do not say themselves which part they are. */
  readonly shards: readonly RunShardSource[];
  readonly describeAnswers: DescribeAnswers;
  readonly l2Key?: 'l2' | 'l1/l2' | undefined;
  readonly now: Date;
}

/** The merged run and its scores. */
export interface MergeRunsResult {
  readonly meta: RunMeta;
  /** Null when no part was scored: then only the run is merged. */
  readonly scores: ScoresFile | null;
  /** What to tell the user: a part that is missing, columns of a sheet that stay behind. */
  readonly notes: readonly string[];
}

/** The records of all parts in turn. Throws a `data` error for a sample that stands in two parts. */
async function* readShards(shards: readonly ShardOfRun[]): AsyncGenerator<RecordLine & { readonly shard: ShardOfRun }> {
  const seen = new Map<string, string>();
  for (const shard of shards) {
    for await (const { line, record } of readRun(shard.store, shard.runId)) {
      const id = createSampleId(record, EVERY_FIELD);
      const earlier = seen.get(id);
      if (earlier !== undefined) {
        throw new ReportcardError({
          code: 'data',
          file: shard.shown,
          line,
          path: 'query_id',
          message: `the sample ${JSON.stringify(record.query_id)} was recorded twice, first in ${earlier}`,
          expected: 'parts without a common sample',
          hint: 'leave one of the two parts out',
        });
      }
      seen.set(id, `${shard.shown} line ${line}`);
      yield { line, record, shard };
    }
  }
}

async function* formatRecords(shards: readonly ShardOfRun[]): AsyncGenerator<string> {
  for await (const { record } of readShards(shards)) yield formatJsonLine(record);
}

function* formatImported(shards: readonly ShardOfRun[]): Generator<string> {
  for (const { imported } of shards)
    for (const metrics of imported.values()) for (const evidence of metrics.values()) yield formatJsonLine(evidence);
}

async function requireFree({ store, runId }: MergeRunsOptions): Promise<void> {
  for (const file of [runFile(runId), runMetaFile(runId), reportPlace(runId).scores]) {
    if (!(await store.exists(file))) continue;
    throw new ReportcardError({
      code: 'usage',
      file,
      message: `the run ${runId} exists already`,
      hint: 'choose another name with --name',
    });
  }
}

/**
 * Makes one run out of parts that were recorded, and perhaps scored, apart: its run file, its meta file, the evidence of
 * its judge and the `_scores.json` that one scoring of the whole run would have given, human scores included. No judge is
 * asked. Throws a `usage` or `data` error, before anything is written, where the parts are not parts of one run.
 */
export async function mergeRuns(options: MergeRunsOptions): Promise<MergeRunsResult> {
  const { store } = options;
  const runId = parseRunId(options.runId);
  await requireFree(options);
  const loaded: ShardOfRun[] = [];
  for (const source of options.shards) loaded.push(await loadShard(source));
  requireMergeable(loaded);
  const { shards, notes } = orderShards(loaded);
  const start = mergeMeta(runId, shards);
  const records = (onRecord: (record: RunRecord, shard: ShardOfRun) => void): AsyncGenerator<RecordLine> =>
    watch(readShards(shards), onRecord);
  const merged = await mergeScores({ ...options, runId, shards, meta: start, records });
  const warnings = [...new Set([...start.warnings, ...merged.warnings])];
  const meta = { ...start, l2_key: merged.l2Key, warnings };
  const partial = `runs/.partial-${runId}.jsonl`;
  try {
    await store.put(partial, formatRecords(shards));
    if (shards.some(({ imported }) => imported.size > 0))
      await store.put(importedScoresFile(runId), formatImported(shards));
    if (merged.scores !== null) await publish(store, runId, merged.scores, merged);
    await store.put(runMetaFile(runId), `${JSON.stringify(meta, null, 2)}\n`);
    await store.rename(partial, runFile(runId));
  } finally {
    await store.delete(partial);
  }
  return { meta, scores: merged.scores, notes: [...notes, ...merged.notes] };
}

async function* watch(
  lines: AsyncIterable<RecordLine & { readonly shard: ShardOfRun }>,
  onRecord: (record: RunRecord, shard: ShardOfRun) => void,
): AsyncGenerator<RecordLine> {
  for await (const { line, record, shard } of lines) {
    onRecord(record, shard);
    yield { line, record };
  }
}

async function publish(
  store: ObjectStore,
  runId: string,
  scores: ScoresFile,
  { evidence, texts }: Awaited<ReturnType<typeof mergeScores>>,
): Promise<void> {
  const place = reportPlace(runId);
  if (evidence.size > 0)
    await store.put(place.evidence, formatEvidence(evidence, sampleIds(scores), Object.keys(scores.metrics)));
  const scoresSha256 = await writeScores(store, place, scores);
  await store.put(place.sheetCsv, formatCsv(createSheet(scores, { records: texts, scoresSha256 })));
}
