import {
  type Comparison,
  countSamples,
  createRecord,
  formatProblem,
  getOwn,
  type MetricDifference,
  type MetricInfo,
  type Problem,
  ReportcardError,
  type ScoresFile,
  type SliceDifference,
  sampleValues,
} from '@reportcard/report-schema';
import { correctForSlices, type PairSlice, slicePairs } from './compare-slices.ts';
import { compareValues } from './compare-values.ts';
import { differingPolicies, findObstacles } from './find-obstacles.ts';
import { pairSamples, type SamplePair } from './pair-samples.ts';

/** How two runs are compared. */
export interface CompareOptions {
  /** Compares in spite of what stands against it; the reasons become warnings. */
  readonly force?: boolean | undefined;
  /** Text that random draws depend on; the two run ids by default, so that a comparison repeats to the bit. */
  readonly seed?: string | undefined;
  /** Most random draws a difference; fewer are faster and coarser. */
  readonly draws?: number | undefined;
}

/**
 * Compares run B with run A, sample by sample, on the samples scored in both (METRICS §8.2): every metric overall and by
 * slice, and which failures are new or fixed. With several query modes the differences are those of the primary one; the
 * others stand among the slices. Throws a `data` error that lists the reasons when less than 80 % of the smaller run
 * pairs or when profile, judge, prompt set or embedder differ, unless forced.
 */
export function compareScores(a: ScoresFile, b: ScoresFile, options: CompareOptions = {}): Comparison {
  const pairs = pairSamples(a, b);
  const n_a = countSamples(a);
  const n_b = countSamples(b);
  const obstacles = findObstacles(a, b, { a: n_a, b: n_b, paired: pairs.length });
  if (obstacles.length > 0 && options.force !== true) throw refuse(a, b, obstacles);
  const compare = createComparer(options.seed ?? `${a.meta.run_id} ${b.meta.run_id}`, options.draws);
  const metrics = commonMetrics(a, b);
  const primary = pairsOfPrimaryMode(b, pairs);
  const slices = [...slicePairs(primary, b.meta.l2_key), ...modeSlices(b, pairs)];
  return {
    schema_version: 1,
    run_a: a.meta.run_id,
    run_b: b.meta.run_id,
    n_a,
    n_b,
    n_paired: pairs.length,
    forced: obstacles.length > 0,
    warnings: collectWarnings(a, b, obstacles),
    metrics: createRecord(metrics.map(([metric, info]) => [metric, compare(metric, info, primary, '')])),
    slices: metrics.flatMap(([metric, info]) => compareInSlices(compare, metric, info, slices)),
    new_failures: failuresOf(
      primary,
      (pair) => pair.a,
      (pair) => pair.b,
    ),
    fixed_failures: failuresOf(
      primary,
      (pair) => pair.b,
      (pair) => pair.a,
    ),
  };
}

type Comparer = (metric: string, info: MetricInfo, pairs: readonly SamplePair[], slice: string) => MetricDifference;

/** Each difference draws from a seed of its own, so that one does not depend on which others are computed. */
function createComparer(seed: string, draws: number | undefined): Comparer {
  return (metric, info, pairs, slice) => {
    const values = pairs.map(
      ({ a, b }) => [getOwn(a.scores, metric) ?? null, getOwn(b.scores, metric) ?? null] as const,
    );
    const scored = values.filter((pair): pair is readonly [number, number] => pair[0] !== null && pair[1] !== null);
    const left = Float64Array.from(scored, ([value]) => value);
    const right = Float64Array.from(scored, ([, value]) => value);
    return compareValues(metric, info, left, right, { seed: JSON.stringify([seed, metric, slice]), draws });
  };
}

function compareInSlices(
  compare: Comparer,
  metric: string,
  info: MetricInfo,
  slices: readonly PairSlice[],
): SliceDifference[] {
  const compared = slices.map(({ dimension, key, pairs }) => ({
    dimension,
    key,
    difference: compare(metric, info, pairs, `${dimension} ${key}`),
  }));
  return correctForSlices(compared, info);
}

/** Metrics of run B that run A has too, in report order. */
function commonMetrics(a: ScoresFile, b: ScoresFile): [string, MetricInfo][] {
  return Object.entries(b.metrics).filter(([metric]) => getOwn(a.metrics, metric) !== undefined);
}

function pairsOfPrimaryMode(b: ScoresFile, pairs: readonly SamplePair[]): readonly SamplePair[] {
  const [primary, ...others] = b.meta.query_modes;
  return others.length === 0 ? pairs : pairs.filter((pair) => pair.b.query_mode === primary);
}

function modeSlices(b: ScoresFile, pairs: readonly SamplePair[]): PairSlice[] {
  const modes = b.meta.query_modes.length > 1 ? b.meta.query_modes : [];
  return modes.map((mode) => ({
    dimension: 'query_mode',
    key: mode,
    pairs: pairs.filter((pair) => pair.b.query_mode === mode),
  }));
}

type Failure = Comparison['new_failures'][number];

/** Samples that fail on one side and did not on the other. Ids are those of run B. */
function failuresOf(
  pairs: readonly SamplePair[],
  before: (pair: SamplePair) => SamplePair['a'],
  after: (pair: SamplePair) => SamplePair['a'],
): Failure[] {
  return pairs
    .filter((pair) => before(pair).failure_reasons.length === 0 && after(pair).failure_reasons.length > 0)
    .map((pair) => ({
      query_id: pair.b.query_id,
      sample_id: pair.id_b,
      failure_reasons: [...after(pair).failure_reasons],
    }));
}

function collectWarnings(a: ScoresFile, b: ScoresFile, obstacles: readonly Problem[]): string[] {
  const policies = differingPolicies(a.meta, b.meta);
  const hasPasses = [a, b].some((run) => [...sampleValues(run)].some((sample) => sample.pass > 0));
  return [
    ...obstacles.map((obstacle) => `compared by force: ${formatProblem(obstacle)}`),
    ...(policies.length > 0 ? [`the runs were scored under different conventions: ${policies.join(', ')}`] : []),
    ...(hasPasses
      ? ['samples were asked several times: repeats of one question are not independent, so p values are too small']
      : []),
  ];
}

function refuse(a: ScoresFile, b: ScoresFile, obstacles: readonly Problem[]): ReportcardError {
  const [first] = obstacles;
  const hint = 'compare runs of one data set scored in one way, or use --force to compare what they have in common';
  return new ReportcardError({
    ...first,
    code: 'data',
    message: `${a.meta.run_id} and ${b.meta.run_id} cannot be compared: ${obstacles.map((obstacle) => obstacle.message).join('; ')}`,
    problems: obstacles.map((obstacle) => ({ ...obstacle, hint })),
    hint,
  });
}
