import { type MetricPolicies, sortMetricIds } from '@reportcard/metrics';
import {
  type Config,
  createRecord,
  type EvidenceRecord,
  type RunMeta,
  SCHEMA_VERSION,
  type ScoresFile,
  type ScoresMeta,
} from '@reportcard/report-schema';
import type { BuiltTable } from './build-table.ts';
import type { EvidenceMap } from './evidence-file.ts';
import type { JudgeLedger, JudgeStage } from './judge-stage.ts';

export interface ScoreMetaInput {
  readonly runId: string;
  readonly runMeta: RunMeta | null;
  readonly built: BuiltTable;
  readonly previous: ScoresFile | null;
  readonly profile: string;
  readonly policies: MetricPolicies;
  readonly failures: Config['failures'];
  readonly evidence: EvidenceMap;
  readonly imported: EvidenceMap;
  readonly judge: JudgeStage | undefined;
  readonly ledger: JudgeLedger | null;
  readonly now: Date;
}

/** Meta of a run file that stands alone. */
export function emptyRunMeta(runId: string, nSamples: number): RunMeta {
  return {
    schema_version: SCHEMA_VERSION,
    run_id: runId,
    dataset: { name: runId, version: null, sha256: null, n_samples: nSamples },
    benchmark: null,
    recipe_manifest: null,
    knowledge_base_manifests: [],
    query_modes: ['default'],
    run_units: [],
    l2_key: 'l2',
    runner: createRecord(),
    fingerprint: null,
    environment: createRecord(),
    recorded_at: null,
    imported_at: null,
    finished_at: null,
    status: createRecord(),
    sut_model: null,
    warnings: [],
    metadata: createRecord(),
  };
}

type JudgeFacts = Pick<ScoresMeta, 'judge' | 'embedder' | 'same_family'> & { readonly warnings: readonly string[] };

function* listEvidence(evidence: EvidenceMap): Generator<EvidenceRecord> {
  for (const metrics of evidence.values()) yield* metrics.values();
}

function judgeFacts(input: ScoreMetaInput): JudgeFacts {
  const { judge, previous, evidence, imported } = input;
  if (judge?.describe !== undefined) {
    const { info, ...facts } = judge.describe(listEvidence(evidence));
    return { judge: info, ...facts };
  }
  if (judge !== undefined)
    return { judge: judge.info, embedder: judge.embedder, same_family: judge.same_family, warnings: [] };
  if (previous?.meta.judge != null && (evidence.size > 0 || imported.size > 0)) {
    const { judge: info, embedder, same_family } = previous.meta;
    return { judge: info, embedder, same_family, warnings: [] };
  }
  const [first] = imported.values().next().value?.values() ?? [];
  if (first === undefined) return { judge: null, embedder: null, same_family: null, warnings: [] };
  return {
    judge: importedJudge(first),
    embedder: { id: 'imported', model: first.fingerprint.params, dim: null },
    same_family: null,
    warnings: [],
  };
}

function importedJudge(evidence: EvidenceRecord): NonNullable<ScoresMeta['judge']> {
  return { id: 'imported', model: evidence.fingerprint.model, served_models: [], families: [], prompt_set: null };
}

/** What the answers in use cost, whoever paid for them and when: sums over the evidence, by metric. */
function usageOf(evidence: EvidenceMap): ScoresMeta['usage'] {
  const byMetric = createRecord<{ calls: number; prompt_tokens: number; completion_tokens: number }>();
  for (const metrics of evidence.values()) {
    for (const { metric, usage } of metrics.values()) {
      if (usage === null) continue;
      const sum = byMetric[metric] ?? { calls: 0, prompt_tokens: 0, completion_tokens: 0 };
      byMetric[metric] = sum;
      sum.calls += usage.calls + usage.cached;
      sum.prompt_tokens += usage.prompt_tokens;
      sum.completion_tokens += usage.completion_tokens;
    }
  }
  const order = sortMetricIds(Object.keys(byMetric));
  return createRecord(order.map((metric) => [metric, byMetric[metric]] as const));
}

function policyWarnings({ built, policies }: ScoreMetaInput): string[] {
  const { effects } = built;
  const warnings: string[] = [];
  if (effects.ttft_replaced > 0)
    warnings.push(`the first-token time of ${effects.ttft_replaced} samples was taken from the latency`);
  if (effects.dropped_ids > 0) warnings.push(`${effects.dropped_ids} blank retrieved document ids were dropped`);
  if (effects.dedupe_changed > 0) {
    const rule =
      policies.dedupe === 'first'
        ? 'distinct documents are counted, then cut at k'
        : 'the ranking is cut at k, then distinct documents are counted';
    warnings.push(
      `a document is retrieved more than once where it matters in ${effects.dedupe_changed} ${effects.dedupe_changed === 1 ? 'sample' : 'samples'}: ${rule}`,
    );
  }
  return warnings;
}

/** The `meta` block of a fresh scoring, before human scores. */
export function createScoresMeta(input: ScoreMetaInput): ScoresMeta {
  const { built, profile, policies } = input;
  const runMeta = input.runMeta ?? emptyRunMeta(input.runId, built.table.length);
  const { warnings: judgeWarnings, ...facts } = judgeFacts(input);
  const warnings = [...runMeta.warnings, ...built.warnings, ...policyWarnings(input), ...judgeWarnings];
  return {
    run_id: input.runId,
    dataset: { ...runMeta.dataset, n_samples: built.table.length },
    benchmark: runMeta.benchmark,
    recipe_manifest: runMeta.recipe_manifest,
    query_modes: built.queryModes.length > 0 ? [...orderModes(runMeta, built)] : runMeta.query_modes,
    l2_key: built.l2Key,
    recorded_at: runMeta.recorded_at ?? runMeta.imported_at,
    status: built.status,
    ...facts,
    usage: usageOf(input.evidence),
    profile,
    policies: {
      ...policies,
      dedupe_changed: built.effects.dedupe_changed,
      ...(input.failures === undefined ? {} : { failures: input.failures }),
    },
    warnings: [...new Set(warnings)],
    manual_policy: 'manual_first',
    manual_overrides: 0,
    overrides: [],
    overrides_stale: [],
    overrides_cleared: 0,
    volatile: {
      created_at: input.now.toISOString(),
      ...(input.ledger === null ? {} : { usage_paid_now: input.ledger.by_metric }),
    },
  };
}

/** The recorded order of query modes, so that the first one is the primary one. */
function orderModes(runMeta: RunMeta, built: BuiltTable): readonly string[] {
  const known = runMeta.query_modes.filter((mode) => built.queryModes.includes(mode));
  return [...known, ...built.queryModes.filter((mode) => !known.includes(mode))];
}
