import type { GateConfig, GateRuleResult } from '@reportcard/report-schema';

/** How noise counts: not at all, by the bad bound of the interval, or by significance. */
export type NoiseRule = NonNullable<GateConfig['noise']>;

/** The verdict on one measured value, and why. */
export type Judgement = Pick<GateRuleResult, 'basis' | 'value' | 'verdict' | 'message'> &
  Partial<Pick<GateRuleResult, 'baseline' | 'n' | 'ci95'>>;
