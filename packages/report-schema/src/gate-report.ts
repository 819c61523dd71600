import * as z from 'zod';
import { nullableNumber, SchemaVersion1 } from './shapes.ts';

/** Verdicts of a gate and of its rules. */
export const VERDICTS = ['pass', 'fail', 'inconclusive'] as const;
/** A gate never passes on nothing: what was not measured well enough is inconclusive. */
export type Verdict = (typeof VERDICTS)[number];

/** Schema of {@link GateRuleResult}. */
export const GateRuleResultSchema = z.object({
  /** The rule as it was given, such as `hit@5@l2:S1>=0.6`. */
  rule: z.string(),
  metric: z.string(),
  slice: z.object({ dimension: z.string(), key: z.string() }).nullable(),
  kind: z.enum(['min', 'max', 'max_drop', 'not_worse']),
  threshold: nullableNumber,
  /** The value that was judged: the point value, a bound of its interval, or a drop. Null: not measured. */
  value: nullableNumber,
  baseline: nullableNumber,
  n: z.int().nonnegative(),
  coverage: nullableNumber,
  ci95: z.tuple([nullableNumber, nullableNumber]).nullable(),
  /** How noise counts for this rule. */
  basis: z.enum(['value', 'interval', 'significance']),
  verdict: z.enum(VERDICTS),
  /** One sentence: why this verdict. */
  message: z.string(),
});
/** One rule with the value it met, the samples behind it and its verdict. */
export type GateRuleResult = z.output<typeof GateRuleResultSchema>;

/** The verdict over all rules; a failed rule beats an inconclusive one. */
export const GateReportSchema = z.object({
  schema_version: SchemaVersion1,
  run_id: z.string(),
  baseline_run_id: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  rules: z.array(GateRuleResultSchema),
  warnings: z.array(z.string()).default([]),
});
/** The verdict over a run with that of every rule. */
export type GateReport = z.output<typeof GateReportSchema>;
