import type { MetricInfo, ScoreCell } from '@reportcard/report-schema';
import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { outsideSuccess } from '../population.ts';
import type { PreparedSample } from '../prepared-sample.ts';
import { createValue, NOT_RECORDED_CELL } from '../score-cell.ts';

const AGGREGATES = ['p50', 'p90', 'p95', 'p99', 'mean'] as const;

interface Timing {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  /** Time of a sample in milliseconds; null where there is none. */
  readonly read: (sample: PreparedSample) => number | null;
}

const TTFT: Timing = {
  name: 'ttft',
  label: 'TTFT',
  meaning: 'Milliseconds to the first non-empty answer delta of successful requests (thinking does not count)',
  read: ({ record, policies }) =>
    record.first_token_ms ?? (policies.ttft_fallback === 'latency' ? record.latency_ms : null),
};

const LATENCY: Timing = {
  name: 'latency',
  label: 'Latency',
  meaning: 'Milliseconds of the whole answer stream of successful requests',
  read: ({ record }) => record.latency_ms,
};

function scoreTiming(timing: Timing, sample: PreparedSample): ScoreCell {
  const outside = outsideSuccess(sample.record);
  if (outside !== null) return outside;
  const time = timing.read(sample);
  return time === null ? NOT_RECORDED_CELL : createValue(time);
}

function createTiming(timing: Timing, aggregate: MetricInfo['aggregate']): MetricDefinition {
  return defineMetric({
    id: `${timing.name}_${aggregate}_ms`,
    label: `${timing.label} ${aggregate === 'mean' ? 'mean' : aggregate.toUpperCase()}`,
    description: `${timing.meaning}; aggregated as ${aggregate}. Every metric of the family holds the same time a sample.`,
    unit: 'ms',
    higher_is_better: false,
    aggregate,
    score: (sample) => scoreTiming(timing, sample),
  });
}

/** `ttft_p50_ms`, `ttft_p90_ms`, `ttft_p95_ms`, `ttft_p99_ms`, `ttft_mean_ms`. */
export const TTFT_METRICS: readonly MetricDefinition[] = AGGREGATES.map((aggregate) => createTiming(TTFT, aggregate));

/** `latency_p50_ms` … `latency_mean_ms`. */
export const LATENCY_METRICS: readonly MetricDefinition[] = AGGREGATES.map((aggregate) =>
  createTiming(LATENCY, aggregate),
);
