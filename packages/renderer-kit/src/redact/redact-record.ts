import type { EvidenceRecord, FailureRecord, QueryResponse, RunRecord } from '@reportcard/report-schema';
import { createRecord, type TextRecord } from '@reportcard/report-schema';
import { redactJson, redactNullable, redactText } from './redact-text.ts';

function redactObject(value: Readonly<Record<string, unknown>>): TextRecord<unknown> {
  return createRecord(Object.entries(value).map(([name, member]) => [name, redactJson(member, name)]));
}

/** A response without its texts; ids, scores and the order of the ranking stay. */
export function redactResponse(response: QueryResponse): QueryResponse {
  return {
    ...response,
    results: response.results.map((result) => ({
      ...result,
      text: redactNullable(result.text),
      source: redactObject(result.source),
      metadata: redactObject(result.metadata),
    })),
    answer: redactNullable(response.answer),
    citations: response.citations.map((citation) => ({
      ...citation,
      text: redactNullable(citation.text),
      source: redactObject(citation.source),
      metadata: redactObject(citation.metadata),
    })),
    trace: response.trace.map((step) => ({
      ...step,
      message: redactText(step.message),
      metadata: redactObject(step.metadata),
    })),
    metadata: redactObject(response.metadata),
  };
}

/** A run record without what a customer or the system wrote. */
export function redactRecord(record: RunRecord): RunRecord {
  const { response, error } = record;
  return {
    ...record,
    user_input: redactText(record.user_input),
    reference: redactNullable(record.reference),
    reference_answers: record.reference_answers.map(redactText),
    reference_contexts: record.reference_contexts.map(redactText),
    evidence: record.evidence.map((item) => ({
      ...item,
      locator: redactObject(item.locator),
      text: redactNullable(item.text),
      metadata: redactObject(item.metadata),
    })),
    response: response === null ? null : redactResponse(response),
    error:
      error === null ? null : { ...error, message: redactText(error.message), metadata: redactObject(error.metadata) },
    metadata: redactObject(record.metadata),
  };
}

/** A failure without texts; ids, reasons and scores stay. */
export function redactFailure(failure: FailureRecord): FailureRecord {
  return {
    ...failure,
    user_input: redactNullable(failure.user_input),
    reference: redactNullable(failure.reference),
    error: redactNullable(failure.error),
    response_preview: redactNullable(failure.response_preview),
    judge_reasons: createRecord(
      Object.entries(failure.judge_reasons).map(([metric, whys]) => [metric, whys.map(redactText)]),
    ),
  };
}

/** What a judge said, without statements, questions and reasons. */
export function redactEvidence(evidence: EvidenceRecord): EvidenceRecord {
  return { ...evidence, details: redactObject(evidence.details) };
}
