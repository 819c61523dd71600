import type { ScoreState } from '@reportcard/report-schema';
import type { MetricPolicies } from '../metric-policies.ts';

type Flag = 0 | 1;

function ok(value: number, code?: string): ScoreState {
  return { value, status: 'ok', ...(code === undefined ? {} : { code }) };
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Share of ones; `undefined` for an empty list, which is 0/0. */
export function ratio(flags: readonly Flag[]): ScoreState {
  if (flags.length === 0) return { value: null, status: 'undefined' };
  return ok(flags.reduce<number>((sum, flag) => sum + flag, 0) / flags.length);
}

/**
 * Average precision of a ranked list of 0/1 verdicts over the useful items retrieved:
 * Σ vᵢ·(Σ_{j≤i} vⱼ / i) / Σ vᵢ, and 0 when nothing is useful. The empty list is 0 by rule.
 */
export function averagePrecision(verdicts: readonly Flag[]): ScoreState {
  if (verdicts.length === 0) return ok(0, 'rule_no_contexts');
  let useful = 0;
  let sum = 0;
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict === 0) continue;
    useful += 1;
    sum += useful / (index + 1);
  }
  return ok(useful === 0 ? 0 : sum / useful);
}

/** F-score of counts: (1+β²)PR / (β²P+R), with 0/0 taken as 0 for precision, recall and F. */
export function fbeta(tp: number, fp: number, fn: number, beta = 1): number {
  const precision = tp + fp === 0 ? 0 : tp / (tp + fp);
  const recall = tp + fn === 0 ? 0 : tp / (tp + fn);
  const weight = beta * beta;
  const denominator = weight * precision + recall;
  return denominator === 0 ? 0 : ((1 + weight) * precision * recall) / denominator;
}

/** What answer_correctness is computed from. */
export interface CorrectnessCounts {
  /** Answer statements that a reference statement supports. */
  readonly tp: number;
  /** Answer statements that none supports. */
  readonly fp: number;
  /** Reference statements that the answer lacks. */
  readonly fn: number;
  /** Cosine of answer and reference; clamped to [0, 1]. */
  readonly sim: number;
  /** Weights of F and similarity; default 0.75 and 0.25. */
  readonly w?: readonly [number, number] | undefined;
}

/** (w₀·F₁ + w₁·S) / (w₀ + w₁); `undefined/no_statements` when there is nothing to count. */
export function answerCorrectness({ tp, fp, fn, sim, w = [0.75, 0.25] }: CorrectnessCounts): ScoreState {
  if (tp + fp + fn === 0) return { value: null, status: 'undefined', code: 'no_statements' };
  return ok((w[0] * fbeta(tp, fp, fn) + w[1] * clamp01(sim)) / (w[0] + w[1]));
}

/** When a set of noncommittal flags makes the whole answer noncommittal. */
const NONCOMMITTAL: Readonly<Record<MetricPolicies['noncommittal_rule'], (flagged: number, n: number) => boolean>> = {
  all: (flagged, n) => flagged === n,
  any: (flagged) => flagged > 0,
  majority: (flagged, n) => flagged * 2 > n,
};

/** What answer_relevancy is computed from; one entry a generated question. */
export interface RelevancyInput {
  /** Cosine between the question asked and each generated question. */
  readonly cos: readonly number[];
  /** Whether the answer looked noncommittal when each question was generated. */
  readonly noncommittal: readonly Flag[];
  readonly rule?: MetricPolicies['noncommittal_rule'] | undefined;
}

/**
 * Mean cosine, clamped to [0, 1]; 0 with code `noncommittal` where the rule holds; `judge_error/no_questions` without
 * questions.
 */
export function answerRelevancy({ cos, noncommittal, rule = 'all' }: RelevancyInput): ScoreState {
  if (cos.length === 0) return { value: null, status: 'judge_error', code: 'no_questions' };
  const flagged = noncommittal.reduce<number>((sum, flag) => sum + flag, 0);
  if (NONCOMMITTAL[rule](flagged, noncommittal.length)) return ok(0, 'noncommittal');
  return ok(clamp01(cos.reduce((sum, value) => sum + value, 0) / cos.length));
}

/** Cosine of two vectors; null when they differ in length, have no length, or are zero or not finite. */
export function cosine(a: readonly number[], b: readonly number[]): number | null {
  if (a.length !== b.length) return null;
  let dot = 0;
  let normA = 0;
  let normB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] ?? Number.NaN;
    const y = b[index] ?? Number.NaN;
    dot += x * y;
    normA += x * x;
    normB += y * y;
  }
  const value = dot / (Math.sqrt(normA) * Math.sqrt(normB));
  return Number.isFinite(value) ? Math.min(1, Math.max(-1, value)) : null;
}
