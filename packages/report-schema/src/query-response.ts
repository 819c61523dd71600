import * as z from 'zod';
import { JsonObjectSchema } from './shapes.ts';

/** One retrieved item of a ranking (Heta's `QueryResult`). */
export const QueryResultSchema = z.object({
  id: z.string(),
  text: z.string().nullable().default(null),
  score: z.number().nullable().default(null),
  kind: z.string().nullable().default(null),
  source: JsonObjectSchema.default({}),
  metadata: JsonObjectSchema.default({}),
});
/** One retrieved passage with its document and rank. */
export type QueryResult = z.output<typeof QueryResultSchema>;

/** Schema of {@link Citation}. */
export const CitationSchema = z.object({
  id: z.string(),
  result_id: z.string().nullable().default(null),
  source: JsonObjectSchema.default({}),
  text: z.string().nullable().default(null),
  metadata: JsonObjectSchema.default({}),
});
/** A document the answer refers to. */
export type Citation = z.output<typeof CitationSchema>;

/** Schema of {@link TraceStep}. */
export const TraceStepSchema = z.object({
  stage: z.string(),
  message: z.string().default(''),
  metadata: JsonObjectSchema.default({}),
});
/** One step a system took on the way to its answer. */
export type TraceStep = z.output<typeof TraceStepSchema>;

/** What a knowledge base returns for a query (Heta's `QueryResponse`, unchanged). `answer` null: no answer was made. */
export const QueryResponseSchema = z.object({
  mode: z.string().default('default'),
  results: z.array(QueryResultSchema).default([]),
  answer: z.string().nullable().default(null),
  citations: z.array(CitationSchema).default([]),
  trace: z.array(TraceStepSchema).default([]),
  metadata: JsonObjectSchema.default({}),
});
/** What a system answered: answer, ranked results, citations, trace, metadata. */
export type QueryResponse = z.output<typeof QueryResponseSchema>;
/** A {@link QueryResponse} as it may be written: what has a default may be left out. */
export type QueryResponseInput = z.input<typeof QueryResponseSchema>;
