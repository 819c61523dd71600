import { createRecord, getOwn, type ScoresHead, type TrendPoint } from '@reportcard/report-schema';
import { type ChangePoint, findChangePoints } from '@reportcard/statistics';

/** A metric over the runs of a workspace, oldest first. */
export interface Trend {
  readonly metric: string;
  readonly points: readonly {
    readonly run_id: string;
    readonly at: string;
    readonly value: number | null;
    readonly n: number;
    /** True where the data set is not the one of the run before, so that a step may come from the questions. */
    readonly dataset_changed: boolean;
  }[];
  /** Runs with which the level shifted, as far as shuffled orders do not explain it. */
  readonly change_points: readonly (ChangePoint & { readonly run_id: string })[];
}

/** Runs as points of a trend, oldest first by the time of recording (of scoring where that is unknown), then by run id. */
export function historyOf(heads: readonly ScoresHead[]): TrendPoint[] {
  return heads
    .map(
      (head): TrendPoint => ({
        run_id: head.meta.run_id,
        at: head.meta.recorded_at ?? head.meta.volatile.created_at,
        overall: head.overall,
        n: createRecord(Object.entries(head.stats.overall).map(([metric, stats]) => [metric, stats.n_scored])),
        n_samples: head.meta.dataset.n_samples,
        dataset_sha256: head.meta.dataset.sha256,
      }),
    )
    .sort((a, b) => compareTimes(a.at, b.at) || (a.run_id < b.run_id ? -1 : a.run_id > b.run_id ? 1 : 0));
}

/** The trend of one metric and where its level changed; runs without the metric keep their place with a null value. */
export function createTrend(
  history: readonly TrendPoint[],
  metric: string,
  options: { readonly seed?: string | undefined } = {},
): Trend {
  const points = history.map(({ run_id, at, overall, n, dataset_sha256 }, i) => ({
    run_id,
    at,
    value: getOwn(overall, metric) ?? null,
    n: getOwn(n, metric) ?? 0,
    dataset_changed: i > 0 && history[i - 1]?.dataset_sha256 !== dataset_sha256,
  }));
  const changes = findChangePoints(
    points.map((point) => point.value),
    { seed: options.seed ?? `trend ${metric}` },
  );
  return {
    metric,
    points,
    change_points: changes.map((change) => ({ ...change, run_id: points[change.index]?.run_id ?? '' })),
  };
}

/** Times with different offsets compare as instants; a text that is no time comes first. */
function compareTimes(a: string, b: string): number {
  const [left, right] = [Date.parse(a), Date.parse(b)].map((time) =>
    Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time,
  );
  return left === right ? 0 : (left ?? 0) < (right ?? 0) ? -1 : 1;
}
