import { type MetricScore, type Repeats, ReportcardError, type ScoreState } from '@reportcard/report-schema';

/** How often a sample is judged. */
export interface RepeatPlan {
  /** Passes every sample gets. */
  readonly min: number;
  /** Passes a sample near a decision line gets; equal to `min` for a fixed number. */
  readonly max: number;
  readonly near: number;
  /** Repeats follow the score, so only the first pass may count (METRICS §8.2). */
  readonly adaptive: boolean;
}

/** From this score on a sample is no failure; scores near it flip between passes. */
const DECISION_LINE = 0.5;
const TOLERANCE = 1e-9;

/** Reads the `repeats` setting; default 1. Throws a `config` error for max < min. */
export function parseRepeats(repeats: Repeats = 1): RepeatPlan {
  if (typeof repeats === 'number') return { min: repeats, max: repeats, near: 0, adaptive: false };
  if (repeats.max >= repeats.min) return { ...repeats, adaptive: true };
  throw new ReportcardError({
    code: 'config',
    path: 'repeats',
    message: 'max is smaller than min',
    got: JSON.stringify(repeats),
  });
}

/** Whether a sample is judged again: its first score lies within `near` of the decision line. */
export function needsMore(plan: RepeatPlan, first: ScoreState | undefined): boolean {
  if (plan.max <= plan.min || typeof first?.value !== 'number') return false;
  return Math.abs(first.value - DECISION_LINE) <= plan.near + TOLERANCE;
}

/** The stored score of a sample with the state of each pass. */
export interface CombinedScore {
  readonly state: ScoreState;
  /** Empty for a single pass. */
  readonly repeats: readonly ScoreState[];
  /** Standard deviation of the passes with a value (n − 1); null with fewer than two. */
  readonly sd: number | null;
}

function toState({ value, status, code }: ScoreState): ScoreState {
  return { value, status, ...(code === undefined ? {} : { code }) };
}

function computeSd(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

function averageStates(states: readonly ScoreState[]): ScoreState {
  const failed =
    states.find(({ status }) => status === 'skipped') ?? states.find(({ status }) => status === 'judge_error');
  if (failed !== undefined) return failed;
  const values = states.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first] = states;
  if (values.length === 0 || first === undefined) return first ?? { value: null, status: 'undefined' };
  const code = states.every((state) => state.code === first.code) ? first.code : undefined;
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  return { value, status: 'ok', ...(code === undefined ? {} : { code }) };
}

/**
 * The score of a sample out of its passes. Fixed number: the mean of all passes; one that brought no answer leaves the
 * sample without a score, and is the only one asked again later. Adaptive: the first pass, since repeating only some
 * samples would move the mean; the further ones show how far the score wanders.
 */
export function combineRepeats(plan: RepeatPlan, scores: readonly MetricScore[]): CombinedScore {
  const states = scores.map(toState);
  const bought = plan.adaptive
    ? states.filter(({ status }, index) => index < plan.min || status !== 'skipped')
    : states;
  const [first = { value: null, status: 'undefined' as const }] = bought;
  const values = bought.flatMap(({ value }) => (value === null ? [] : [value]));
  return {
    state: plan.adaptive ? first : averageStates(bought),
    repeats: plan.max > 1 ? bought : [],
    sd: computeSd(values),
  };
}
