import * as z from 'zod';
import { QueryResponseSchema } from './query-response.ts';
import { RunErrorSchema } from './run-record.ts';
import { JsonObjectSchema, nullableNumber, textMap } from './shapes.ts';

/** One evaluator's verdict on a case (Heta's `EvaluationScore`). */
export const EvaluationScoreSchema = z.object({
  name: z.string(),
  value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
  passed: z.boolean().nullable().default(null),
  metadata: JsonObjectSchema.default({}),
});
/** One named score of a case: a number, a truth value or a label. */
export type EvaluationScore = z.output<typeof EvaluationScoreSchema>;

/** Schema of {@link BenchmarkInfo}. */
export const BenchmarkInfoSchema = z.looseObject({
  name: z.string(),
  version: z.string().nullable().default(null),
  split: z.string().nullable().default(null),
  task_type: z.string().nullable().default(null),
  build_scope: z.string().nullable().default(null),
  homepage: z.string().nullable().default(null),
  license: z.string().nullable().default(null),
  citation: z.string().nullable().default(null),
  metadata: JsonObjectSchema.default({}),
});
/** The benchmark of an evaluation report: name, version, split, licence. */
export type BenchmarkInfo = z.output<typeof BenchmarkInfoSchema>;

/** Schema of {@link EvaluationCaseResult}. */
export const EvaluationCaseResultSchema = z.looseObject({
  case_id: z.string(),
  query: z.string(),
  query_mode: z.string().default('default'),
  scores: z.array(EvaluationScoreSchema).default([]),
  response: QueryResponseSchema.nullable().default(null),
  latency_ms: nullableNumber.default(null),
  error: z.union([RunErrorSchema, z.string()]).nullable().default(null),
  metadata: JsonObjectSchema.default({}),
});
/** One case asked in one query mode: response, time in milliseconds, scores, error. */
export type EvaluationCaseResult = z.output<typeof EvaluationCaseResultSchema>;

/** Heta's evaluation report (DESIGN §4.5); `schema_version` is the string `"1"`. */
export const EvaluationReportSchema = z.looseObject({
  schema_version: z.literal('1'),
  report_id: z.string(),
  report_key: z.string().nullable().default(null),
  benchmark: BenchmarkInfoSchema,
  knowledge_base_name: z.string().nullable().default(null),
  knowledge_base_manifest: z
    .union([z.array(JsonObjectSchema), JsonObjectSchema])
    .nullable()
    .default(null),
  recipe_manifest: JsonObjectSchema.nullable().default(null),
  query_modes: z.array(z.string()).default([]),
  score_summary: textMap<number | boolean | string | null>(
    z.union([z.number(), z.boolean(), z.string(), z.null()]),
  ).default({}),
  case_results: z.array(EvaluationCaseResultSchema),
  started_at: z.string().nullable().default(null),
  finished_at: z.string().nullable().default(null),
  metadata: JsonObjectSchema.default({}),
});
/** A report in the form of Heta (DESIGN §4.5). */
export type EvaluationReport = z.output<typeof EvaluationReportSchema>;
