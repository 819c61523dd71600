import * as z from 'zod';
import { JsonObjectSchema, SchemaVersion1, Sha256Schema, textMap } from './shapes.ts';

/** Which questions a run asked. */
export const DatasetInfoSchema = z.object({
  name: z.string(),
  version: z.string().nullable().default(null),
  sha256: Sha256Schema.nullable().default(null),
  n_samples: z.int().nonnegative(),
});
/** The data set of a run: name, version, samples, hash. */
export type DatasetInfo = z.output<typeof DatasetInfoSchema>;

/** One run unit: which documents a knowledge base held and which cases it was asked. */
export const RunUnitSchema = z.object({
  unit_id: z.string(),
  document_ids: z.array(z.string()).nullable().default(null),
  case_ids: z.array(z.string()).nullable().default(null),
  knowledge_base_name: z.string().nullable().default(null),
  metadata: JsonObjectSchema.default({}),
});
/** Documents that are built together and the cases asked of them. */
export type RunUnit = z.output<typeof RunUnitSchema>;

/** `runs/<run_id>.meta.json`: everything about a recording that is not an answer. Holds no secrets. */
export const RunMetaSchema = z.object({
  schema_version: SchemaVersion1,
  run_id: z.string(),
  dataset: DatasetInfoSchema,
  benchmark: JsonObjectSchema.nullable().default(null),
  recipe_manifest: JsonObjectSchema.nullable().default(null),
  knowledge_base_manifests: z.array(JsonObjectSchema).default([]),
  query_modes: z.array(z.string()).default(['default']),
  run_units: z.array(RunUnitSchema).default([]),
  /** `l2`: second-level slices are keyed by name; `l1/l2`: a name stands under two first-level intents. */
  l2_key: z.enum(['l2', 'l1/l2']).default('l2'),
  runner: JsonObjectSchema.default({}),
  /** Fingerprint of data set and configuration; `--resume` refuses when it differs. */
  fingerprint: z.string().nullable().default(null),
  environment: JsonObjectSchema.default({}),
  /** Time the recording began; null for an imported run. */
  recorded_at: z.string().nullable().default(null),
  imported_at: z.string().nullable().default(null),
  finished_at: z.string().nullable().default(null),
  status: textMap<number>(z.number()).default({}),
  /** Model of the system under test, where it is known (for the same-family check). */
  sut_model: z.string().nullable().default(null),
  warnings: z.array(z.string()).default([]),
  metadata: JsonObjectSchema.default({}),
});
/** `runs/<run_id>.meta.json`: what was asked, of which system, when, and how it ended. */
export type RunMeta = z.output<typeof RunMetaSchema>;
/** A {@link RunMeta} as it may be written: what has a default may be left out. */
export type RunMetaInput = z.input<typeof RunMetaSchema>;
