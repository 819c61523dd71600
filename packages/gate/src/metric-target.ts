import {
  BASELINE_ORDER,
  getOwn,
  type MetricInfo,
  nearestName,
  RAGAS_ORDER,
  ReportcardError,
  type ScoresHead,
} from '@reportcard/report-schema';
import { resolveSlices, type Slice } from './slice-target.ts';

/** A metric of a run, in all samples or in some slices. */
export interface MetricTarget {
  readonly metric: string;
  /** Null for a metric that exists but not in this run. */
  readonly info: MetricInfo | null;
  readonly slices: readonly (Slice | null)[];
}

/**
 * Reads `metric[@slice]`: the longest metric id that the run or the product knows wins, the rest after `@` is the slice.
 * `more` names further metrics that exist though this run lacks them. Throws a `usage` error with the nearest name.
 */
export function resolveMetric(head: ScoresHead, target: string, more: Iterable<string> = []): MetricTarget {
  const known = knownMetrics(head, more);
  for (const end of cutsOf(target)) {
    const metric = target.slice(0, end);
    if (!known.has(metric)) continue;
    const info = getOwn(head.metrics, metric) ?? null;
    return { metric, info, slices: end === target.length ? [null] : resolveSlices(head, target.slice(end + 1)) };
  }
  throw unknownMetric(target, known);
}

/** Metrics of the run, of the product and the further ones given. */
export function knownMetrics(head: ScoresHead, more: Iterable<string>): ReadonlySet<string> {
  return new Set([...Object.keys(head.metrics), ...BASELINE_ORDER, ...RAGAS_ORDER, ...more]);
}

/** Where the metric id may end, longest first: the end of the text, then each `@`. */
function cutsOf(target: string): number[] {
  const cuts: number[] = [];
  for (let at = target.indexOf('@'); at >= 0; at = target.indexOf('@', at + 1)) cuts.push(at);
  return [target.length, ...cuts.reverse()];
}

function unknownMetric(target: string, known: ReadonlySet<string>): ReportcardError {
  const nearest = cutsOf(target)
    .map((end) => nearestName(target.slice(0, end), known))
    .find((name) => name !== undefined);
  return new ReportcardError({
    code: 'usage',
    message: `no metric ${JSON.stringify(target)}`,
    expected: 'a metric of this run, failure_rate, failures:<reason>, coverage:<metric> or cost:<what>',
    got: JSON.stringify(target),
    hint:
      nearest === undefined
        ? `this run has ${[...known].slice(0, 30).join(', ')}`
        : `did you mean ${JSON.stringify(nearest)}?`,
  });
}
