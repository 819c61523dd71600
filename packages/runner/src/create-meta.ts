import { parseRunMeta, type RunMeta } from '@reportcard/report-schema';
import type { FingerprintParts } from './fingerprint.ts';
import type { JsonObject } from './knowledge-base.ts';
import type { LoadedBenchmark } from './load-benchmark.ts';
import type { RecordOptions } from './record-options.ts';
import { CORPUS_UNIT, type PlannedUnit } from './run-plan.ts';
import type { AskSettings } from './run-unit.ts';

/** What is known of a run before its first question. */
export interface MetaFacts {
  readonly options: RecordOptions;
  readonly benchmark: LoadedBenchmark;
  readonly plan: readonly PlannedUnit[];
  readonly settings: AskSettings;
  readonly queryModes: readonly string[];
  readonly passes: number;
  readonly n_samples: number;
  readonly fingerprint: string;
  readonly parts: FingerprintParts;
  readonly recorded_at: string;
}

function describeRunner(facts: MetaFacts): JsonObject {
  const { settings, options } = facts;
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return {
    concurrency: settings.concurrency,
    rate_per_second: finite(settings.ratePerSecond),
    retry: { ...settings.retry },
    timeout_ms: finite(settings.timeoutMs),
    total_timeout_ms: finite(settings.totalTimeoutMs),
    warmup: options.warmup ?? 0,
    passes: facts.passes,
    limit: options.limit ?? null,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    top_k: settings.topK ?? null,
    query_options: settings.queryOptions,
    configuration: options.configuration ?? {},
    fingerprint_parts: facts.parts,
  };
}

/** One first-level name for each second-level one keys slices by `l2`; a name that stands under two needs `l1/l2`. */
function findL2Key(benchmark: LoadedBenchmark): 'l2' | 'l1/l2' {
  const parents = new Map<string, string>();
  for (const { intent_l1, intent_l2 } of benchmark.cases) {
    if (intent_l2 === null || intent_l2 === '') continue;
    const parent = parents.get(intent_l2);
    if (parent !== undefined && parent !== (intent_l1 ?? '')) return 'l1/l2';
    parents.set(intent_l2, intent_l1 ?? '');
  }
  return 'l2';
}

/** The meta file of a run that begins. */
export function createRunMeta(facts: MetaFacts): RunMeta {
  const { options, benchmark, plan } = facts;
  const { manifest } = benchmark;
  return parseRunMeta({
    schema_version: 1,
    run_id: options.runId,
    dataset: {
      name: options.datasetName ?? manifest.name,
      version: manifest.version ?? null,
      sha256: benchmark.dataset_sha256,
      n_samples: facts.n_samples,
    },
    benchmark: { ...manifest },
    recipe_manifest: options.recipe?.manifest() ?? null,
    knowledge_base_manifests: [],
    query_modes: [...facts.queryModes],
    run_units: plan.map((item) => ({
      unit_id: item.unit_id ?? CORPUS_UNIT,
      document_ids: item.documents.map((document) => document.document_id),
      case_ids: item.cases.map((entry) => entry.query_id),
      knowledge_base_name: item.knowledge_base_name,
      metadata: item.unit.metadata ?? {},
    })),
    l2_key: findL2Key(benchmark),
    runner: describeRunner(facts),
    fingerprint: facts.fingerprint,
    environment: options.environment ?? {},
    recorded_at: facts.recorded_at,
    sut_model: options.sutModel ?? null,
  });
}
