import { getOwn, nearestName, ReportcardError, type ScoresHead } from '@reportcard/report-schema';
import { wilsonInterval } from '@reportcard/statistics';
import { findProblem, type Measurement, type MeasurementProblem, type MeasureOptions } from './measurement.ts';
import { knownMetrics } from './metric-target.ts';

const REASON_METRICS: ReadonlyMap<string, string> = new Map([
  ['request_failed', 'request_failure_rate'],
  ['refused_when_required', 'false_refusal_rate'],
  ['over_retrieved', 'over_retrieval_rate'],
  ['hit@5_miss', 'hit@5'],
  ['empty_response', 'empty_response_rate'],
  ['answered_when_refusal_expected', 'wrong_answer_rate'],
]);

/** The metric behind a reason; undefined for a configured reason of free name. */
function metricOfReason(reason: string): string | undefined {
  return REASON_METRICS.get(reason) ?? /^(.+)_(?:low|high)$/.exec(reason)?.[1];
}

/** How many samples failed for a reason. */
export function measureFailures(head: ScoresHead, reason: string, options: MeasureOptions): Measurement {
  const { n_total } = head.failures;
  const count = countReason(head, reason, options);
  return {
    metric: `failures:${reason}`,
    isMetric: false,
    slice: null,
    value: count,
    n: n_total,
    coverage: null,
    ci95: null,
    isNoisy: false,
    higherIsBetter: false,
    problem: failuresProblem(head, [reason], options.minCoverage),
  };
}

/** The share of all samples that failed, or that failed for one reason. */
export function measureFailureRate(head: ScoresHead, reason: string | null, options: MeasureOptions): Measurement {
  const { n_failed, n_total, by_reason } = head.failures;
  const count = reason === null ? n_failed : countReason(head, reason, options);
  const reasons = reason === null ? Object.keys(by_reason) : [reason];
  const interval = n_total === 0 || count === null ? null : wilsonInterval(count, n_total);
  return {
    metric: reason === null ? 'failure_rate' : `failure_rate:${reason}`,
    isMetric: false,
    slice: null,
    value: n_total === 0 || count === null ? null : count / n_total,
    n: n_total,
    coverage: null,
    ci95: interval,
    isNoisy: true,
    higherIsBetter: false,
    problem: failuresProblem(head, reasons, options.minCoverage),
  };
}

/** Null where the reason exists but nothing was measured for it. */
function countReason(head: ScoresHead, reason: string, options: MeasureOptions): number | null {
  const count = getOwn(head.failures.by_reason, reason);
  if (count !== undefined) return count;
  const metric = metricOfReason(reason);
  if (REASON_METRICS.has(reason) || (metric !== undefined && knownMetrics(head, options.knownMetrics).has(metric)))
    return null;
  const known = [
    ...new Set([
      ...Object.keys(head.failures.by_reason),
      ...REASON_METRICS.keys(),
      'faithfulness_low',
      'answer_correctness_low',
    ]),
  ];
  const nearest = nearestName(reason, known);
  throw new ReportcardError({
    code: 'usage',
    message: `no failure reason ${JSON.stringify(reason)}`,
    expected: `one of ${known.join(', ')}`,
    got: JSON.stringify(reason),
    ...(nearest === undefined ? {} : { hint: `did you mean ${JSON.stringify(nearest)}?` }),
  });
}

/** A count of failures only grows when more is measured, so it may break a limit though it may not keep one. */
function failuresProblem(head: ScoresHead, reasons: readonly string[], minCoverage: number): MeasurementProblem | null {
  if (head.failures.n_total === 0) return { text: 'there are no samples', canStillFail: false };
  for (const reason of reasons) {
    const metric = metricOfReason(reason);
    const stats = metric === undefined ? undefined : getOwn(head.stats.overall, metric);
    if (metric === undefined || stats === undefined) continue;
    const coverage = stats.coverage ?? 1;
    if (coverage >= minCoverage) continue;
    return { text: `${metric}: ${findProblem(stats, minCoverage)}`, canStillFail: true };
  }
  return null;
}
