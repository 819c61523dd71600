const ALIASES: Readonly<Record<string, string>> = {
  refusal_when_required: 'false_refusal_rate',
  fallback_when_required: 'fallback_rate',
  ttft_ms: 'ttft_mean_ms',
};
const TOTAL = /^total_(p50|p90|p95|p99|mean)_ms$/;
const ALL_EXPECTED = /^recall_all_expected@(\d+)$/;

/**
 * The id of ours that a foreign report's metric name stands for: `refusal_when_required` → `false_refusal_rate`,
 * `fallback_when_required` → `fallback_rate`, `total_p95_ms` → `latency_p95_ms`, `recall_all_expected@k` →
 * `recall_inclusive@k`, `ttft_ms` (a value a sample) → `ttft_mean_ms`. Any other name is returned as it is.
 */
export function resolveMetricAlias(name: string): string {
  if (Object.hasOwn(ALIASES, name)) return ALIASES[name] ?? name;
  return name.replace(TOTAL, 'latency_$1_ms').replace(ALL_EXPECTED, 'recall_inclusive@$1');
}
