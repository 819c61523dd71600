import { ReportcardError, type RunMeta } from '@reportcard/report-schema';
import { SYSTEM_CLOCK } from './clock.ts';
import { createRunMeta } from './create-meta.ts';
import { createFingerprint, type FingerprintParts } from './fingerprint.ts';
import { type LoadedBenchmark, loadBenchmark } from './load-benchmark.ts';
import type { RecordOptions } from './record-options.ts';
import { type PlannedUnit, planRun } from './run-plan.ts';
import { selectCases } from './run-shard.ts';
import type { AskSettings } from './run-unit.ts';

function requireOneSystem(options: RecordOptions): void {
  const given = [options.recipe, options.knowledgeBase, options.knowledgeBases].filter(
    (system) => system !== undefined,
  );
  if (given.length === 1) return;
  throw new ReportcardError({
    code: 'usage',
    message: 'a recording needs one system under test',
    expected: 'exactly one of recipe, knowledgeBase and knowledgeBases',
    got: `${given.length} of them`,
  });
}

function fillSettings(options: RecordOptions, evaluators: AskSettings['evaluators']): AskSettings {
  return {
    concurrency: options.concurrency ?? 8,
    ratePerSecond: options.ratePerSecond ?? Number.POSITIVE_INFINITY,
    retry: options.retry ?? {},
    timeoutMs: options.timeoutMs ?? 120_000,
    totalTimeoutMs: options.totalTimeoutMs ?? Number.POSITIVE_INFINITY,
    topK: options.topK,
    queryOptions: options.queryOptions ?? {},
    trace: options.trace ?? false,
    evaluators,
    clock: options.clock ?? SYSTEM_CLOCK,
  };
}

function baseNameOf(options: RecordOptions): string {
  if (options.knowledgeBaseName !== undefined) return options.knowledgeBaseName;
  if (options.knowledgeBase !== undefined) return options.knowledgeBase.name;
  const name = options.recipe?.manifest()['name'];
  return typeof name === 'string' && name !== '' ? name : 'knowledge_base';
}

/** A recording laid out: everything known before the first question. */
export interface Preparation {
  readonly benchmark: LoadedBenchmark;
  readonly plan: readonly PlannedUnit[];
  readonly settings: AskSettings;
  readonly meta: RunMeta;
  readonly parts: FingerprintParts;
}

/** Checks the options, reads the benchmark and lays the run out. Throws `usage` and `data` errors. */
export async function prepareRun(options: RecordOptions, signal: AbortSignal): Promise<Preparation> {
  requireOneSystem(options);
  const benchmark = await loadBenchmark(options.benchmark, { signal });
  const queryModes = options.queryModes ?? ['default'];
  const passes = options.passes ?? 1;
  const plan = planRun(benchmark, { baseName: baseNameOf(options), queryModes, passes });
  const settings = fillSettings(options, options.evaluators ?? options.benchmark.evaluators?.() ?? []);
  const { fingerprint, parts } = createFingerprint({
    dataset: benchmark.dataset_sha256,
    documents: benchmark.documents_sha256,
    benchmark: benchmark.manifest,
    run_units: benchmark.units.map(({ unit_id, case_ids, document_ids }) => ({
      unit_id,
      case_ids: case_ids ?? [],
      document_ids: document_ids ?? [],
    })),
    recipe: { manifest: options.recipe?.manifest() ?? null, name: baseNameOf(options) },
    query_modes: queryModes,
    passes,
    query: { top_k: options.topK ?? null, options: options.queryOptions ?? {}, trace: options.trace ?? false },
    configuration: options.configuration ?? {},
  });
  const n_samples = selectCases(benchmark.cases, options).length;
  const recorded_at = settings.clock.now().toISOString();
  const meta = createRunMeta({
    options,
    benchmark,
    plan,
    settings,
    queryModes,
    passes,
    n_samples,
    fingerprint,
    parts,
    recorded_at,
  });
  return { benchmark, plan, settings, meta, parts };
}
