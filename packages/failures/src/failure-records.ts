import {
  documentIdOf,
  type EvidenceIndex,
  type FailureRecord,
  previewText,
  type RunRecord,
  type RunRecordIndex,
  type SampleScores,
  type ScoresFile,
  samplesOf,
  toRecord,
} from '@reportcard/report-schema';
import { collectJudgeReasons } from './judge-reasons.ts';

/** Where failure records take what a `_scores.json` does not hold. */
export interface FailureSources {
  readonly records?: RunRecordIndex | undefined;
  readonly evidence?: EvidenceIndex | undefined;
  /** SHA-256 of the `_scores.json`; its first 16 digits go into every record. */
  readonly scoresSha256?: string | null | undefined;
}

/**
 * One record a failed sample, in the order of `per_sample`. From a bare `_scores.json` everything that stands only in the
 * run file (texts, document ids, times) is null.
 */
export function createFailureRecords(scores: ScoresFile, sources: FailureSources = {}): FailureRecord[] {
  const records: FailureRecord[] = [];
  for (const [sampleId, sample] of samplesOf(scores))
    if (sample.failure_reasons.length > 0) records.push(createFailureRecord(sampleId, sample, sources));
  return records;
}

function createFailureRecord(sampleId: string, sample: SampleScores, sources: FailureSources): FailureRecord {
  const record = sources.records?.get(sampleId);
  const answer = record?.response?.answer ?? null;
  return {
    sample_id: sampleId,
    query_id: sample.query_id,
    query_mode: sample.query_mode,
    unit_id: sample.unit_id,
    pass: sample.pass,
    intent_l1: sample.intent_l1,
    intent_l2: sample.intent_l2,
    difficulty: sample.difficulty,
    requires_rag: sample.requires_rag,
    should_refuse: sample.should_refuse,
    user_input: record?.user_input ?? null,
    reference: record?.reference ?? null,
    reference_doc_ids: record === undefined ? null : [...record.reference_doc_ids],
    retrieved_doc_ids: record === undefined ? null : listRetrieved(record),
    first_token_ms: record?.first_token_ms ?? null,
    latency_ms: record?.latency_ms ?? null,
    final_status: sample.final_status,
    error: record?.error?.message ?? null,
    response_preview: answer === null ? null : previewText(answer),
    failure_reasons: [...sample.failure_reasons],
    scores: toRecord(sample.scores),
    judge_reasons: collectJudgeReasons(sources.evidence?.get(sampleId) ?? [], sample.inputs_sha256),
    scores_sha256: sources.scoresSha256?.slice(0, 16) ?? null,
  };
}

/**
 * The ranked documents of a record, each once: `response.metadata.ranking` where it exists, else the documents of the
 * results. Null where the source recorded no results.
 */
export function listRetrieved(record: RunRecord): string[] | null {
  if (record.not_recorded.includes('results')) return null;
  const ranking = record.response?.metadata['ranking'];
  const ids: readonly unknown[] = Array.isArray(ranking) ? ranking : (record.response?.results ?? []).map(documentIdOf);
  const texts = ids.filter((id) => typeof id === 'string' || typeof id === 'number').map((id) => String(id).trim());
  return [...new Set(texts.filter((id) => id !== ''))];
}
