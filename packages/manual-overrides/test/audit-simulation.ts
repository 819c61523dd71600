import type { MetricInfo, ScoresFile } from '@reportcard/report-schema';
import { createSheet, toSheetState } from '@reportcard/score-sheet';
import { createRandom, exactMean, type Random } from '@reportcard/statistics';
import { applyManualOverrides, applyReviewPlan, loadManualOverrides, planReview } from '../src/index.ts';
import { buildScores, METRICS, RULES, type SampleSpec } from './build-scores.ts';
import { fillCells } from './fill-sheet.ts';

const METRIC = 'faithfulness';
const ONLY: Readonly<Record<string, MetricInfo>> = { [METRIC]: METRICS[METRIC] as MetricInfo };
const SAMPLES = 150;
const REVIEWED = 30;
/** Standard deviation of one judge score around what it would be on average; measured for faithfulness. */
const JUDGE_NOISE = 0.107;

/** Error of an estimated mean over many simulated runs. */
export interface ErrorOf {
  readonly bias: number;
  readonly rmse: number;
}

export interface SimulationResult {
  readonly judge: ErrorOf;
  /** The overall after a human corrected the 30 lowest scores. */
  readonly lowest: ErrorOf;
  /** The corrected overall of a planned audit of 30. */
  readonly audit: ErrorOf;
  /** Share of runs in which the audit's interval for this set holds the true mean. */
  readonly coverage: number;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}

/** A standard normal number by the polar method of Marsaglia. */
function normal(random: Random): number {
  for (;;) {
    const [x, y] = [2 * random.next() - 1, 2 * random.next() - 1];
    const s = x * x + y * y;
    if (s > 0 && s < 1) return x * Math.sqrt((-2 * Math.log(s)) / s);
  }
}

/** True scores as faithfulness is distributed: half of the answers wholly supported, the others anywhere, rounded to 0.01. */
function drawTruth(random: Random): number {
  return random.next() < 0.5 ? 1 : Math.round(random.next() * 100) / 100;
}

function overall(scores: ScoresFile): number {
  return scores.overall[METRIC] ?? Number.NaN;
}

function label(
  scores: ScoresFile,
  truth: ReadonlyMap<string, number>,
  ids: readonly string[],
  planSeed?: string,
): ScoresFile {
  const plan = planSeed === undefined ? undefined : planReview({ scores, n: REVIEWED, seed: planSeed });
  const fresh = toSheetState(createSheet(scores, { scoresSha256: null }), 'per_sample.csv');
  const sheet = plan === undefined ? fresh : applyReviewPlan(fresh, plan, scores);
  const reviewed = plan === undefined ? ids : plan.samples.map((sample) => sample.sampleId);
  const cells = reviewed.map((id): [string, Record<string, string>] => [
    id,
    { [`${METRIC}_manual`]: String(truth.get(id)) },
  ]);
  const filled = fillCells(sheet, scores, Object.fromEntries(cells));
  return applyManualOverrides(scores, loadManualOverrides(filled, scores), { now: 'now', rules: RULES });
}

function summarize(errors: readonly number[]): ErrorOf {
  return {
    bias: exactMean(errors) ?? Number.NaN,
    rmse: Math.sqrt(exactMean(errors.map((error) => error ** 2)) ?? Number.NaN),
  };
}

/**
 * Simulates runs of 150 samples whose judge is off by `judgeBias` and noisy, and reviews 30 of each: the lowest ones, or a
 * planned audit. Humans give the true score. Errors are against the true mean of the run.
 */
export function simulateAudit(runs: number, judgeBias: number): SimulationResult {
  const errors = { judge: [] as number[], lowest: [] as number[], audit: [] as number[] };
  let covered = 0;
  for (let run = 0; run < runs; run += 1) {
    const random = createRandom(`audit simulation ${judgeBias} ${run}`);
    const truth = new Map<string, number>();
    const samples = Array.from({ length: SAMPLES }, (_, index): [string, SampleSpec] => {
      const value = drawTruth(random);
      truth.set(`s${index}`, value);
      const score = Math.round(clamp(value + judgeBias + JUDGE_NOISE * normal(random)) * 1000) / 1000;
      return [`s${index}`, { scores: { [METRIC]: score } }];
    });
    const scores = buildScores(samples, {}, ONLY);
    const mean = exactMean([...truth.values()]) ?? Number.NaN;
    const score = (id: string): number => scores.per_sample[id]?.scores[METRIC] ?? Number.NaN;
    const lowest = [...truth.keys()].sort((a, b) => score(a) - score(b)).slice(0, REVIEWED);
    errors.judge.push(overall(scores) - mean);
    errors.lowest.push(overall(label(scores, truth, lowest)) - mean);
    const corrected = label(scores, truth, [], `plan ${run}`).corrected[METRIC];
    errors.audit.push((corrected?.value ?? Number.NaN) - mean);
    const [low, high] = (corrected?.['ci95_set'] ?? [Number.NaN, Number.NaN]) as [number, number];
    if (low <= mean && mean <= high) covered += 1;
  }
  return {
    judge: summarize(errors.judge),
    lowest: summarize(errors.lowest),
    audit: summarize(errors.audit),
    coverage: covered / runs,
  };
}
