import * as z from 'zod';
import { JsonObjectSchema, SchemaVersion1, textMap } from './shapes.ts';

/** One piece of evidence a case expects to be retrieved (Heta's `expected.evidence`). */
export const EvidenceItemSchema = z.object({
  reference_id: z.string().nullable().default(null),
  locator: JsonObjectSchema.default({}),
  text: z.string().nullable().default(null),
  metadata: JsonObjectSchema.default({}),
});
/** One piece of reference evidence of a case. */
export type EvidenceItem = z.output<typeof EvidenceItemSchema>;

/** What a case says about its question, shared by data set and run record. */
export const caseFields = {
  user_input: z.string(),
  reference: z.string().nullable().default(null),
  reference_answers: z.array(z.string()).default([]),
  reference_doc_ids: z.array(z.string()).default([]),
  reference_doc_ids_nice: z.array(z.string()).default([]),
  reference_contexts: z.array(z.string()).default([]),
  evidence: z.array(EvidenceItemSchema).default([]),
  intent_l1: z.string().nullable().default(null),
  intent_l2: z.string().nullable().default(null),
  difficulty: z.string().nullable().default(null),
  requires_rag: z.boolean().nullable().default(null),
  should_refuse: z.boolean().nullable().default(null),
  labels: textMap<string | number | boolean | null>(z.union([z.string(), z.number(), z.boolean(), z.null()])).default(
    {},
  ),
};

/** One benchmark question: a line of `cases.jsonl`. Only `query_id` and `user_input` are required; null means unknown. */
export const CaseSchema = z.object({
  schema_version: SchemaVersion1,
  query_id: z.string().min(1),
  ...caseFields,
  metadata: JsonObjectSchema.default({}),
});
/** A benchmark question with every default filled in. */
export type Case = z.output<typeof CaseSchema>;
/** A benchmark question as people write it. */
export type CaseInput = z.input<typeof CaseSchema>;

/** One knowledge document: a line of `documents.jsonl`. Its body is `text`, or a file at `path`. */
export const DocumentSchema = z
  .object({
    schema_version: SchemaVersion1,
    document_id: z.string().min(1),
    name: z.string().nullable().default(null),
    media_type: z.string().default('text/plain'),
    text: z.string().nullable().default(null),
    path: z.string().nullable().default(null),
    metadata: JsonObjectSchema.default({}),
  })
  .refine((document) => document.text !== null || document.path !== null, {
    message: 'expected text or path',
    path: ['text'],
  });
/** A document of a benchmark. */
export type Document = z.output<typeof DocumentSchema>;
/** A {@link Document} as it may be written: what has a default may be left out. */
export type DocumentInput = z.input<typeof DocumentSchema>;
