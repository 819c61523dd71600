import {
  createRecord,
  getOwn,
  ReportcardError,
  type SampleScores,
  type ScoresFile,
  samplesOf,
  type TextRecord,
} from '@reportcard/report-schema';
import { humanScorableMetrics } from '@reportcard/score-sheet';
import { MIN_LABELS, sampleWithInclusion } from '@reportcard/statistics';

/** Which samples a review plan draws, and how many. */
export interface PlanReviewOptions {
  readonly scores: ScoresFile;
  /** How many samples to draw; more are drawn when the samples of high-risk intents leave the others no chance. */
  readonly n: number;
  /** First- or second-level intents (or `l1/l2`) whose samples are always drawn. */
  readonly highRiskIntents?: readonly string[] | undefined;
  /** Text that decides the draw; the same seed and scores give the same plan. The run id by default. */
  readonly seed?: string | undefined;
  /** Metrics to audit; by default every human-scorable one that has automatic values. */
  readonly metrics?: readonly string[] | undefined;
}

/** A drawn sample with the probability of its being drawn, for each metric that has an automatic value for it. */
export interface PlannedSample {
  readonly sampleId: string;
  /** By metric id: a probability in (0, 1]. */
  readonly pi: TextRecord<number>;
}

/** Samples drawn for review with their probabilities. */
export interface ReviewPlan {
  readonly metrics: readonly string[];
  /** In the order of the scores. */
  readonly samples: readonly PlannedSample[];
  /** How many of them were certain to be drawn. */
  readonly certain: number;
}

const LOW_SCORE = 0.6;
const LOW_WEIGHT = 0.35;
const HIGH_WEIGHT = 0.08;

/**
 * Draws samples for a human audit with recorded inclusion probabilities (METRICS §8.5): samples with a low automatic score
 * are likelier, those of high-risk intents certain. All human-scorable metrics of a drawn sample are to be scored. Covers
 * the first query mode. Throws a `usage` error when n is below 15, the fewest labels that allow a correction, or when
 * there is nothing to draw from.
 */
export function planReview(options: PlanReviewOptions): ReviewPlan {
  const { scores, n, highRiskIntents = [], seed = scores.meta.run_id } = options;
  if (!Number.isInteger(n) || n < MIN_LABELS) {
    throw new ReportcardError({
      code: 'usage',
      path: 'n',
      message: 'the audit would be too small to say anything',
      expected: `a whole number from ${MIN_LABELS} on`,
      got: String(n),
    });
  }
  const frame = createFrame(scores, highRiskIntents, options.metrics);
  const weights = frame.samples.map(({ weight }) => weight);
  const certain = weights.filter((weight) => weight === Number.POSITIVE_INFINITY).length;
  const open = weights.length - certain;
  const size = Math.min(weights.length, Math.max(n, certain + Math.min(MIN_LABELS, open)));
  const { probabilities, selected } = sampleWithInclusion({ weights, size, seed });
  const samples = selected.flatMap((index): PlannedSample[] => {
    const entry = frame.samples[index];
    const pi = probabilities[index] ?? 0;
    if (entry === undefined || pi <= 0) return [];
    return [{ sampleId: entry.id, pi: createRecord(entry.scored.map((metric) => [metric, pi])) }];
  });
  return { metrics: frame.metrics, samples, certain: selected.filter((index) => probabilities[index] === 1).length };
}

interface FrameSample {
  readonly id: string;
  /** Metrics with an automatic value. */
  readonly scored: readonly string[];
  readonly weight: number;
}

function createFrame(
  scores: ScoresFile,
  highRiskIntents: readonly string[],
  wanted: readonly string[] | undefined,
): { readonly metrics: readonly string[]; readonly samples: readonly FrameSample[] } {
  const overridden = new Map(
    scores.meta.overrides.map((entry) => [JSON.stringify([entry.sample_id, entry.metric]), entry.auto.value]),
  );
  const automatic = (id: string, sample: SampleScores, metric: string): number | null => {
    const auto = overridden.get(JSON.stringify([id, metric]));
    return auto === undefined ? (getOwn(sample.scores, metric) ?? null) : auto;
  };
  const candidates = wanted ?? humanScorableMetrics(scores.metrics);
  const primary = scores.meta.query_modes.length > 1 ? scores.meta.query_modes[0] : undefined;
  const samples: FrameSample[] = [];
  for (const [id, sample] of samplesOf(scores)) {
    if (primary !== undefined && sample.query_mode !== primary) continue;
    const values = candidates.map((metric) => [metric, automatic(id, sample, metric)] as const);
    const scored = values.filter(([, value]) => value !== null);
    if (scored.length === 0) continue;
    const isLow = scored.some(([metric, value]) => isLowScore(scores, metric, value ?? 0));
    const weight = isHighRisk(sample, highRiskIntents) ? Number.POSITIVE_INFINITY : isLow ? LOW_WEIGHT : HIGH_WEIGHT;
    samples.push({ id, scored: scored.map(([metric]) => metric), weight });
  }
  if (samples.length === 0) {
    throw new ReportcardError({
      code: 'usage',
      message: 'there is nothing to audit: no sample has an automatic score that a human may check',
      expected: `scores for ${candidates.join(', ')}`,
      hint: 'score the run with a judge first',
    });
  }
  const metrics = candidates.filter((metric) => samples.some(({ scored }) => scored.includes(metric)));
  return { metrics, samples };
}

/** Below 0.6 where more is better, above 0.4 where less is. Scores that are no ratio are never low. */
function isLowScore(scores: ScoresFile, metric: string, value: number): boolean {
  const info = getOwn(scores.metrics, metric);
  if (info === undefined || info.unit !== 'ratio') return false;
  return info.higher_is_better ? value < LOW_SCORE : value > 1 - LOW_SCORE;
}

function isHighRisk(sample: SampleScores, intents: readonly string[]): boolean {
  const { intent_l1, intent_l2 } = sample;
  const names = [intent_l1, intent_l2, `${intent_l1 ?? ''}/${intent_l2 ?? ''}`];
  return names.some((name) => name !== null && name !== '' && intents.includes(name));
}
