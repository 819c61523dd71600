import { isRagasMetric, type MetricPolicies, PROMPT_SET, type RagasMetric } from '@reportcard/metrics';
import { canonicalJson, type Fingerprint, sha256 } from '@reportcard/report-schema';
import type { JudgeFacts } from './judge-facts.ts';

/** What of policies and embedder a metric's value depends on. */
type MetricParams = (policies: MetricPolicies, facts: JudgeFacts) => Readonly<Record<string, unknown>>;

function describeEmbedder({ embedder }: JudgeFacts): Readonly<Record<string, unknown>> {
  if (embedder === null) return { embedder: null };
  const { host, model, extra } = embedder.identity;
  return { embedder: `${host} ${model}`, ...hashExtra('embedder_extra', extra) };
}

/** Further parameters may hold anything, so that only their hash is kept. */
function hashExtra(key: string, extra: unknown): Readonly<Record<string, unknown>> {
  const text = canonicalJson(extra);
  return text === '{}' ? {} : { [key]: sha256(text).slice(0, 16) };
}

const METRIC_PARAMS: Readonly<Record<RagasMetric, MetricParams>> = {
  faithfulness: () => ({}),
  answer_relevancy: (policies, facts) => ({ noncommittal: policies.noncommittal_rule, ...describeEmbedder(facts) }),
  answer_correctness: (policies, facts) => ({
    weights: policies.answer_correctness_weights,
    ...(policies.answer_correctness_weights[1] > 0 ? describeEmbedder(facts) : {}),
  }),
  context_precision: () => ({}),
  context_recall: () => ({}),
};

/**
 * What an answer for a metric depends on besides the sample's inputs: judge, model, prompts, and the parameters that enter
 * this metric. A changed threshold, label or renderer changes none of it.
 */
export function createFingerprint(metric: string, policies: MetricPolicies, facts: JudgeFacts): Fingerprint {
  const batch = metric === 'context_precision' && policies.batch_contexts;
  const params = isRagasMetric(metric) ? METRIC_PARAMS[metric](policies, facts) : {};
  return {
    judge: facts.id,
    model: facts.model,
    prompt: batch ? `${PROMPT_SET}/batch` : PROMPT_SET,
    params: canonicalJson({
      ...facts.params,
      ...hashExtra('extra', facts.identity.extra),
      repeats: facts.repeats,
      ...params,
    }),
  };
}
