import type { ObjectStore } from '@reportcard/object-store';
import {
  canonicalJson,
  createSampleId,
  EVERY_FIELD,
  getOwn,
  type Override,
  type Problem,
  ReportcardError,
  type RunMeta,
  type ScoresMeta,
  type ScoreTable,
  tableFromScores,
} from '@reportcard/report-schema';
import { type EvidenceMap, loadEvidence } from './evidence-file.ts';
import { loadRunMeta } from './find-run.ts';
import { loadScores } from './load-scores.ts';
import { importedScoresFile, reportPlace, runFile } from './places.ts';

/** Where a part of a run is. */
export interface RunShardSource {
  readonly store: ObjectStore;
  readonly runId: string;
  /** For messages: the run's name, or the path that was given. */
  readonly shown: string;
}

/** One part of a run, with everything that was said of it but its records. */
export interface ShardOfRun extends RunShardSource {
  readonly meta: RunMeta | null;
  /** Null when the part was not scored. Values are the effective ones. */
  readonly scored: {
    readonly meta: ScoresMeta;
    readonly metrics: readonly string[];
    readonly table: ScoreTable;
  } | null;
  readonly evidence: EvidenceMap;
  readonly imported: EvidenceMap;
  /** Rows of the table by the sample's full identity. */
  row(fullId: string): number | undefined;
  /** The automatic score that a human one replaced. */
  override(sampleId: string, metric: string): Override | undefined;
}

const keyOf = (sampleId: string, metric: string): string => JSON.stringify([sampleId, metric]);

/** Reads a part. Throws a `usage` error when there is none, a `data` error when its recording is not finished. */
export async function loadShard(source: RunShardSource): Promise<ShardOfRun> {
  const { store, runId, shown } = source;
  if (!(await store.exists(runFile(runId))))
    throw new ReportcardError({ code: 'usage', message: `there is no run file of ${shown}`, file: runFile(runId) });
  const meta = await loadRunMeta(store, runId);
  if (meta !== null && meta.finished_at === null) {
    throw new ReportcardError({
      code: 'data',
      file: shown,
      message: 'the recording is not finished',
      hint: `finish it first: reportcard run --resume ${runId}`,
    });
  }
  const place = reportPlace(runId);
  const scores = await loadScores(store, place);
  const rows = new Map<string, number>();
  const table = scores === null ? null : tableFromScores(scores);
  for (let row = 0; row < (table?.length ?? 0); row++)
    if (table !== null) rows.set(createSampleId(table.sample(row), EVERY_FIELD), row);
  const overrides = new Map(
    (scores?.meta.overrides ?? []).map((entry) => [keyOf(entry.sample_id, entry.metric), entry] as const),
  );
  return {
    ...source,
    meta,
    scored:
      scores === null || table === null ? null : { meta: scores.meta, metrics: Object.keys(scores.metrics), table },
    evidence: await loadEvidence(store, place.evidence),
    imported: await loadEvidence(store, importedScoresFile(runId)),
    row: (fullId) => rows.get(fullId),
    override: (sampleId, metric) => overrides.get(keyOf(sampleId, metric)),
  };
}

/** What must be equal in all parts, by its name in a message; what a part lacks is left out of the comparison. */
const OF_RUNS: Readonly<Record<string, (shard: ShardOfRun) => unknown>> = {
  'the system under test (recipe or target)': ({ meta }) => partsOf(meta, ['recipe', 'configuration']),
  'the query options': ({ meta }) => partsOf(meta, ['query']),
  'the query modes': ({ meta }) => meta?.query_modes,
  'the number of passes': ({ meta }) => partsOf(meta, ['passes']),
  'the model of the system under test': ({ meta }) => meta?.sut_model ?? undefined,
  'the format of the import': ({ meta }) => getOwn(meta?.metadata, 'format'),
  'the judge of the imported scores': ({ meta }) => getOwn(meta?.metadata, 'judge_model') ?? undefined,
};
const OF_SCORES: Readonly<Record<string, (meta: ScoresMeta) => unknown>> = {
  'the profile': (meta) => meta.profile,
  'the policies': ({ policies }) => ({ ...policies, dedupe_changed: undefined }),
  'the judge': ({ judge }) => judge && [judge.id, judge.model, judge.prompt_set ?? null, judge.repeats ?? 1],
  'the embedder': ({ embedder }) => embedder && [embedder.id, embedder.model],
};

function partsOf(meta: RunMeta | null, names: readonly string[]): unknown {
  const parts = getOwn(meta?.runner, 'fingerprint_parts');
  if (parts === null || typeof parts !== 'object') return undefined;
  return names.map((name) => getOwn(parts as Readonly<Record<string, unknown>>, name) ?? null);
}

function* findDifferences(shards: readonly ShardOfRun[]): Generator<Problem> {
  const [first] = shards;
  const facts = [
    ...Object.entries(OF_RUNS).map(([name, read]) => ({ name, read, hint: 'merge only parts of one recording' })),
    ...Object.entries(OF_SCORES).map(([name, read]) => ({
      name,
      read: ({ scored }: ShardOfRun): unknown => (scored === null ? undefined : read(scored.meta)),
      hint: 'score the parts in the same way: reportcard score RUN',
    })),
  ];
  for (const shard of shards.slice(1)) {
    for (const { name, read, hint } of facts) {
      const [a, b] = [first === undefined ? undefined : read(first), read(shard)];
      if (a === undefined || b === undefined || canonicalJson(a) === canonicalJson(b)) continue;
      yield { file: shard.shown, message: `${name} is not that of ${first?.shown ?? ''}`, hint };
    }
  }
}

/** Throws one `usage` error that lists everything in which the parts are not parts of one run, scored one way. */
export function requireMergeable(shards: readonly ShardOfRun[]): void {
  if (shards.length < 2)
    throw new ReportcardError({ code: 'usage', message: 'a merge needs at least two runs', expected: 'RUN RUN…' });
  const unscored = shards.filter(({ scored }) => scored === null);
  const problems = [...findDifferences(shards)];
  if (unscored.length > 0 && unscored.length < shards.length)
    for (const { shown, runId } of unscored)
      problems.push({
        file: shown,
        message: 'this part has no scores and others have',
        hint: `reportcard score ${runId}`,
      });
  if (problems.length > 0) throw ReportcardError.fromProblems('usage', problems);
}

interface Part {
  readonly index: number;
  readonly count: number;
}

function readPart({ meta }: ShardOfRun): Part | null {
  const part = getOwn(meta?.runner, 'shard');
  if (part === null || typeof part !== 'object') return null;
  const { index, count } = part as Readonly<Record<string, unknown>>;
  return typeof index === 'number' && typeof count === 'number' ? { index, count } : null;
}

/** The parts in data-set order: by their number where all of them are numbered parts of one data set, else as given. */
export function orderShards(shards: readonly ShardOfRun[]): {
  readonly shards: readonly ShardOfRun[];
  readonly notes: readonly string[];
} {
  const parts = shards.map(readPart);
  const count = parts[0]?.count;
  if (count === undefined || parts.some((part) => part?.count !== count)) return { shards, notes: [] };
  const numbered = shards.map((shard, index) => ({ shard, part: parts[index]?.index ?? 0 }));
  numbered.sort((a, b) => a.part - b.part);
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => !numbered.some(({ part }) => part === index),
  );
  const notes = missing.map((index) => `part ${index}/${count} is missing: its cases are not in the merged run`);
  return { shards: numbered.map(({ shard }) => shard), notes };
}
