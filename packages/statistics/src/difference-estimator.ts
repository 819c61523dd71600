import { exactMean, exactSum } from './exact-sum.ts';
import { assertLevel, DEFAULT_LEVEL, type Interval } from './interval.ts';
import { sampleVariance } from './moments.ts';
import { twoSidedT } from './student-t.ts';

/** Fewer labels than this give no corrected mean. */
export const MIN_LABELS = 15;

/** One row of a planned audit. Corrections made outside the plan have no inclusion probability and do not belong here. */
export interface AuditRow {
  /** The automatic score f. */
  readonly automatic: number;
  /** The human score Y; null while not labelled. */
  readonly human: number | null;
  /** The recorded probability π with which the plan drew this row, in (0, 1]. */
  readonly pi: number;
}

/** Automatic scores and an audit of some of them. */
export interface DifferenceInput {
  /** The automatic scores of all n samples, audited ones included. */
  readonly automatic: ArrayLike<number>;
  readonly audit: readonly AuditRow[];
  /** How the audit was drawn (see `sampleWithInclusion`); decides the variance. Default `fixed`. */
  readonly design?: 'fixed' | 'poisson';
  /** Weigh the automatic scores by λ = cov(Y,f)/var(f), cut to [0,1], instead of 1. Default false. */
  readonly tuned?: boolean;
  readonly level?: number;
}

/** A mean corrected by an audit, with its errors and interval. */
export interface DifferenceEstimate {
  /** The corrected mean θ̂. Not cut to [0,1]. */
  readonly estimate: number;
  /** Standard error as the mean over this fixed set of samples. */
  readonly se: number;
  readonly interval: Interval;
  /** Standard error as the mean over the questions the set was drawn from. */
  readonly seGeneral: number;
  readonly intervalGeneral: Interval;
  readonly lambda: number;
  readonly n: number;
  readonly labelled: number;
}

/** Why there is no corrected mean. */
export interface NoEstimate {
  readonly estimate: null;
  /** `not_enough_labels`: fewer than 15; `unlabelled_rows`: some planned rows have no human score yet. */
  readonly reason: 'not_enough_labels' | 'unlabelled_rows';
  readonly labelled: number;
  readonly planned: number;
}

/**
 * Corrects the mean of automatic scores by an audit with known inclusion probabilities (difference estimator, Särndal,
 * Swensson & Wretman 1992, ch. 6; "prediction-powered inference", Angelopoulos et al. 2023):
 * θ̂ = (1/n)Σ λf_i + (1/n)Σ_{i∈S}(Y_i − λf_i)/π_i, λ = 1 unless tuned. Unbiased whatever the judge does (λ = 1).
 *
 * Variance over the fixed set, with e = (Y − λf)/π: for `fixed` Hájek's form
 * (1/n²)·m/(m−1)·Σ(1−π)(e − A)², A the (1−π)-weighted mean of e, which for equal π is (1 − m/n)·s²/m; for `poisson`
 * (1/n²)·Σ(1−π)e². Generalising beyond the set adds s²_f/n. Intervals use t with m − 1 degrees of freedom.
 * Throws RangeError for values that are not finite and for π outside (0, 1].
 */
export function estimateDifference(input: DifferenceInput): DifferenceEstimate | NoEstimate {
  const level = input.level ?? DEFAULT_LEVEL;
  assertLevel('estimateDifference', level);
  const planned = input.audit.length;
  const rows = input.audit.filter((row): row is LabelledRow => row.human !== null);
  for (const row of rows) assertRow(row);
  const labelled = rows.length;
  if (labelled < planned) return { estimate: null, reason: 'unlabelled_rows', labelled, planned };
  if (labelled < MIN_LABELS) return { estimate: null, reason: 'not_enough_labels', labelled, planned };
  const n = input.automatic.length;
  if (labelled > n) throw new RangeError(`estimateDifference: ${labelled} audited of only ${n} samples`);
  const lambda = input.tuned === true ? tuneLambda(rows) : 1;
  const terms = rows.map((row) => (row.human - lambda * row.automatic) / row.pi);
  const estimate = lambda * (exactMean(input.automatic) as number) + exactSum(terms) / n;
  const variance = (input.design === 'poisson' ? poissonVariance : fixedVariance)(terms, rows) / n ** 2;
  const general = variance + (sampleVariance(input.automatic) as number) / n;
  const around = (se: number): Interval => {
    const half = twoSidedT(level, labelled - 1) * se;
    return [estimate - half, estimate + half];
  };
  const [se, seGeneral] = [Math.sqrt(variance), Math.sqrt(general)];
  return {
    estimate,
    se,
    interval: around(se),
    seGeneral,
    intervalGeneral: around(seGeneral),
    lambda,
    n,
    labelled,
  };
}

type LabelledRow = AuditRow & { readonly human: number };

function assertRow(row: LabelledRow): void {
  if (!Number.isFinite(row.human) || !Number.isFinite(row.automatic)) {
    throw new RangeError(`estimateDifference: scores must be finite, got ${row.automatic} and ${row.human}`);
  }
  if (!(row.pi > 0 && row.pi <= 1)) throw new RangeError(`estimateDifference: pi must be in (0, 1], got ${row.pi}`);
}

function fixedVariance(terms: readonly number[], rows: readonly LabelledRow[]): number {
  const weights = rows.map((row) => 1 - row.pi);
  const total = exactSum(weights);
  if (total === 0) return 0;
  const open = weights.filter((weight) => weight > 0).length;
  const centre = exactSum(terms.map((term, i) => term * (weights[i] as number))) / total;
  const squares = exactSum(terms.map((term, i) => (weights[i] as number) * (term - centre) ** 2));
  return (squares * open) / Math.max(1, open - 1);
}

function poissonVariance(terms: readonly number[], rows: readonly LabelledRow[]): number {
  return exactSum(terms.map((term, i) => (1 - (rows[i] as LabelledRow).pi) * term ** 2));
}

/** cov(Y, f)/var(f) with weights 1/π, cut to [0, 1]; 1 where f is constant. */
function tuneLambda(rows: readonly LabelledRow[]): number {
  const weights = rows.map((row) => 1 / row.pi);
  const total = exactSum(weights);
  const weigh = (value: (row: LabelledRow) => number): number =>
    exactSum(rows.map((row, i) => (weights[i] as number) * value(row))) / total;
  const meanHuman = weigh((row) => row.human);
  const meanAutomatic = weigh((row) => row.automatic);
  const spread = weigh((row) => (row.automatic - meanAutomatic) ** 2);
  const shared = weigh((row) => (row.automatic - meanAutomatic) * (row.human - meanHuman));
  return spread === 0 ? 1 : Math.min(1, Math.max(0, shared / spread));
}
