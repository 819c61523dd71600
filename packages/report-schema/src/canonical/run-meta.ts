import { SCHEMA_VERSION } from '../constants.ts';
import type { RunMeta } from '../run-meta.ts';
import { count, type Form, finite, freeObject, listOf, mapOf, nullable, objectOf, oneOf, text } from './form.ts';

const SHA256 = /^[0-9a-f]{64}$/;
const textOrNull = nullable(text);

/** Which questions a run asked. */
export const datasetInfo: Form = objectOf({
  name: text,
  version: textOrNull,
  sha256: nullable((value) => typeof value === 'string' && SHA256.test(value)),
  n_samples: count,
});

const runMeta = objectOf({
  schema_version: oneOf(SCHEMA_VERSION),
  run_id: text,
  dataset: datasetInfo,
  benchmark: nullable(freeObject),
  recipe_manifest: nullable(freeObject),
  knowledge_base_manifests: listOf(freeObject),
  query_modes: listOf(text),
  run_units: listOf(
    objectOf({
      unit_id: text,
      document_ids: nullable(listOf(text)),
      case_ids: nullable(listOf(text)),
      knowledge_base_name: textOrNull,
      metadata: freeObject,
    }),
  ),
  l2_key: oneOf('l2', 'l1/l2'),
  runner: freeObject,
  fingerprint: textOrNull,
  environment: freeObject,
  recorded_at: textOrNull,
  imported_at: textOrNull,
  finished_at: textOrNull,
  status: mapOf(finite),
  sut_model: textOrNull,
  warnings: listOf(text),
  metadata: freeObject,
});

/** True for a parsed meta file that already is what `parseRunMeta` would make of it; false says nothing. */
export function isCanonicalRunMeta(value: unknown): value is RunMeta {
  return runMeta(value);
}
