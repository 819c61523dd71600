import { canonicalJson, createRecord, getOwn, type RunMeta, type TextRecord } from '@reportcard/report-schema';
import { emptyRunMeta } from './score-meta.ts';
import type { ShardOfRun } from './shard-of-run.ts';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The value all parts share; null where they differ. */
function shared<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}

function edge(values: readonly (string | null)[], last: boolean): string | null {
  const times = values.filter((value) => value !== null).sort(compare);
  return (last ? times.at(-1) : times[0]) ?? null;
}

function sumStatus(metas: readonly RunMeta[]): TextRecord<number> {
  const sum = createRecord<number>();
  for (const { status } of metas)
    for (const [name, count] of Object.entries(status)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** Free facts of imports: the first part's, lists and tables of all of them. */
function mergeFacts(shards: readonly ShardOfRun[], metas: readonly RunMeta[]): RunMeta['metadata'] {
  const facts = { ...metas[0]?.metadata };
  const lists = metas.map(({ metadata }) => getOwn(metadata, 'scored_metrics')).filter(Array.isArray);
  if (lists.length > 0) facts['scored_metrics'] = [...new Set(lists.flat())];
  const tables = metas.map(({ metadata }) => getOwn(metadata, 'metric_info'));
  if (tables.some((table) => table !== undefined)) facts['metric_info'] = Object.assign({}, ...tables.reverse());
  const merged = shards.map(({ runId }, index) => ({
    run_id: runId,
    n_samples: metas[index]?.dataset.n_samples ?? null,
  }));
  return { ...facts, merged_from: merged };
}

/**
 * The meta file of the merged run: counts added up, the span of all recordings, what the parts have in common. Where each
 * part had a data set of its own, the merged one has no hash and, if their names differ, the run's name.
 */
export function mergeMeta(runId: string, shards: readonly ShardOfRun[]): RunMeta {
  const metas = shards.map(({ meta, scored }) => meta ?? emptyRunMeta(runId, scored?.table.length ?? 0));
  const first = metas[0] ?? emptyRunMeta(runId, 0);
  const { shard: _shard, ...runner } = first.runner;
  return {
    ...first,
    run_id: runId,
    dataset: {
      name: shared(metas.map(({ dataset }) => dataset.name)) ?? runId,
      version: shared(metas.map(({ dataset }) => dataset.version)),
      sha256: shared(metas.map(({ dataset }) => dataset.sha256)),
      n_samples: metas.reduce((sum, { dataset }) => sum + dataset.n_samples, 0),
    },
    knowledge_base_manifests: distinct(metas.flatMap((meta) => meta.knowledge_base_manifests)),
    query_modes: [...new Set(metas.flatMap((meta) => meta.query_modes))],
    run_units: distinct(metas.flatMap((meta) => meta.run_units)),
    l2_key: metas.some((meta) => meta.l2_key === 'l1/l2') ? 'l1/l2' : 'l2',
    runner: createRecord(Object.entries(runner)),
    fingerprint: shared(metas.map(({ fingerprint }) => fingerprint)),
    recorded_at: edge(
      metas.map((meta) => meta.recorded_at),
      false,
    ),
    imported_at: edge(
      metas.map((meta) => meta.imported_at),
      false,
    ),
    finished_at: edge(
      metas.map((meta) => meta.finished_at),
      true,
    ),
    status: sumStatus(metas),
    warnings: [...new Set(metas.flatMap((meta) => meta.warnings))],
    metadata: createRecord(Object.entries(mergeFacts(shards, metas))),
  };
}
