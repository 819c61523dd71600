import { DECIDED_BY, STATUSES } from '../constants.ts';
import type { EvidenceRecord, ScoreState } from '../metric-score.ts';
import { type Form, finite, freeObject, listOf, nullable, objectOf, oneOf, text } from './form.ts';

const stateFields = objectOf({ value: nullable(finite), status: oneOf(...STATUSES), code: text }, ['code']);

/** A value with its state; a number exactly when the state is `ok`. */
export const scoreState: Form = (value) => {
  if (!stateFields(value)) return false;
  const state = value as ScoreState;
  return (state.status === 'ok') === (state.value !== null);
};

const evidenceRecord = objectOf({
  sample_id: text,
  metric: text,
  inputs_sha256: text,
  fingerprint: objectOf({ judge: text, model: text, prompt: text, params: text }),
  value: nullable(finite),
  status: oneOf(...STATUSES),
  code: nullable(text),
  decided_by: oneOf(...DECIDED_BY),
  repeats: listOf(scoreState),
  sd: nullable(finite),
  details: freeObject,
  usage: nullable(objectOf({ calls: finite, cached: finite, prompt_tokens: finite, completion_tokens: finite })),
});

/** True for a parsed evidence line that already is what `parseEvidence` would make of it; false says nothing. */
export function isCanonicalEvidence(value: unknown): value is EvidenceRecord {
  return evidenceRecord(value);
}
