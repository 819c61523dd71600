import {
  type EvidenceRecord,
  FailureRecordSchema,
  type RunRecord,
  type RunRecordInput,
  RunRecordSchema,
  type SampleScores,
  type ScoresFile,
} from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createFailureRecords, type FailureSources } from '../src/index.ts';

const SHA = 'a'.repeat(64);

function sampleScores(known: Partial<SampleScores> = {}): SampleScores {
  return {
    query_id: 'q1',
    query_mode: 'default',
    unit_id: null,
    pass: 0,
    intent_l1: 'SUPPORT',
    intent_l2: 'S1',
    difficulty: 'easy',
    requires_rag: true,
    should_refuse: false,
    final_status: 'success',
    labels: {},
    inputs_sha256: SHA,
    case_sha256: SHA,
    failure_reasons: ['hit@5_miss'],
    scores: { 'hit@5': 0 },
    unscored: {},
    ...known,
  };
}

function scoresFile(per_sample: ScoresFile['per_sample']): ScoresFile {
  return {
    schema_version: 1,
    meta: {
      run_id: 'r',
      dataset: { name: 'd', version: null, sha256: null, n_samples: 1 },
      benchmark: null,
      recipe_manifest: null,
      query_modes: ['default'],
      l2_key: 'l2',
      recorded_at: null,
      status: {},
      judge: null,
      embedder: null,
      same_family: null,
      usage: {},
      profile: 'default',
      policies: { dedupe: 'first', quantile: 7, fallback_phrases: [] },
      warnings: [],
      manual_policy: 'manual_first',
      manual_overrides: 0,
      overrides: [],
      overrides_stale: [],
      overrides_cleared: 0,
      volatile: { created_at: '2026-06-01T00:00:00Z' },
    },
    metrics: {},
    overall: {},
    overall_auto: {},
    by_intent_l1: {},
    by_intent_l2: {},
    by_label: {},
    stats: { overall: {}, by_intent_l1: {}, by_intent_l2: {}, by_label: {} },
    failures: { n_failed: 1, n_total: 1, by_reason: {}, combinations: [] },
    answer_matrix: null,
    agreement: {},
    corrected: {},
    per_sample,
  };
}

function runRecord(known: Partial<RunRecordInput> = {}): RunRecord {
  return RunRecordSchema.parse({
    query_id: 'q1',
    user_input: 'Which one?',
    reference: 'This one.',
    reference_doc_ids: ['d1'],
    response: {
      answer: 'That one.',
      results: [
        { id: 'c1', source: { document_id: 'd2' } },
        { id: 'c2', source: { document_id: 'd3' } },
        { id: 'c3', source: { document_id: 'd2' } },
      ],
    },
    first_token_ms: 0,
    latency_ms: 812.5,
    final_status: 'success',
    ...known,
  });
}

function sourcesOf(record: RunRecord, evidence: readonly EvidenceRecord[] = []): FailureSources {
  return {
    records: { path: 'runs/r.jsonl', get: (id) => (id === 's1' ? record : undefined), line: () => 1 },
    evidence: { get: (id) => (id === 's1' ? evidence : []) },
    scoresSha256: '0123456789abcdef'.repeat(4),
  };
}

describe('createFailureRecords', () => {
  it('makes one record a failed sample, in the order of the scores', () => {
    const file = scoresFile({ b: sampleScores(), ok: sampleScores({ failure_reasons: [] }), a: sampleScores() });
    expect(createFailureRecords(file).map((record) => record.sample_id)).toEqual(['b', 'a']);
  });

  it('holds everything needed to act on a failure', () => {
    const [record] = createFailureRecords(scoresFile({ s1: sampleScores() }), sourcesOf(runRecord()));
    expect(FailureRecordSchema.parse(record)).toEqual({
      sample_id: 's1',
      query_id: 'q1',
      query_mode: 'default',
      unit_id: null,
      pass: 0,
      intent_l1: 'SUPPORT',
      intent_l2: 'S1',
      difficulty: 'easy',
      requires_rag: true,
      should_refuse: false,
      user_input: 'Which one?',
      reference: 'This one.',
      reference_doc_ids: ['d1'],
      retrieved_doc_ids: ['d2', 'd3'],
      first_token_ms: 0,
      latency_ms: 812.5,
      final_status: 'success',
      error: null,
      response_preview: 'That one.',
      failure_reasons: ['hit@5_miss'],
      scores: { 'hit@5': 0 },
      judge_reasons: {},
      scores_sha256: '0123456789abcdef',
    });
  });

  it('takes the recorded ranking before the results', () => {
    const record = runRecord({
      response: { metadata: { ranking: ['d9', ' d9 ', '', null, 7] }, results: [{ id: 'c' }] },
    });
    expect(createFailureRecords(scoresFile({ s1: sampleScores() }), sourcesOf(record))[0]?.retrieved_doc_ids).toEqual([
      'd9',
      '7',
    ]);
  });

  it('tells nothing retrieved from nothing recorded', () => {
    const nothing = runRecord({ response: { results: [] } });
    const unknown = runRecord({ response: { results: [] }, not_recorded: ['results'] });
    const file = scoresFile({ s1: sampleScores() });
    expect(createFailureRecords(file, sourcesOf(nothing))[0]?.retrieved_doc_ids).toEqual([]);
    expect(createFailureRecords(file, sourcesOf(unknown))[0]?.retrieved_doc_ids).toBeNull();
  });

  it('shows the error of a request that failed without response', () => {
    const record = runRecord({ response: null, error: { message: 'connection reset' }, final_status: 'error' });
    const file = scoresFile({ s1: sampleScores({ failure_reasons: ['request_failed'], final_status: 'error' }) });
    expect(createFailureRecords(file, sourcesOf(record))[0]).toMatchObject({
      error: 'connection reset',
      response_preview: null,
      retrieved_doc_ids: [],
    });
  });

  it('has null where only the scores exist', () => {
    const [record] = createFailureRecords(scoresFile({ s1: sampleScores() }));
    expect(FailureRecordSchema.parse(record)).toMatchObject({
      user_input: null,
      reference: null,
      reference_doc_ids: null,
      retrieved_doc_ids: null,
      first_token_ms: null,
      latency_ms: null,
      error: null,
      response_preview: null,
      judge_reasons: {},
      scores_sha256: null,
    });
  });

  it('shows why the judge held a statement against the answer, each text once', () => {
    const verdicts = [
      { i: 0, why: 'price not in context', ok: 0 },
      { i: 1, why: '', ok: 1 },
      { i: 2, why: 'price not in context', ok: 0 },
      { i: 3, why: ' ', ok: 0 },
    ];
    const evidence = [
      evidenceOf('faithfulness', { statements: ['a'], verdicts }),
      evidenceOf('context_precision', {
        contexts: [
          { why: 'off topic', useful: 0 },
          { why: 'fits', useful: 1 },
        ],
      }),
      evidenceOf('context_recall', { verdicts: [{ i: 0, why: 'found', ok: 1 }] }),
      evidenceOf('answer_correctness', { verdicts: [{ i: 0, why: 'old', ok: 0 }] }, 'b'.repeat(64)),
    ];
    const [record] = createFailureRecords(scoresFile({ s1: sampleScores() }), sourcesOf(runRecord(), evidence));
    expect(record?.judge_reasons).toEqual({ faithfulness: ['price not in context'], context_precision: ['off topic'] });
  });
});

function evidenceOf(metric: string, details: Record<string, unknown>, inputs_sha256: string = SHA): EvidenceRecord {
  return {
    sample_id: 's1',
    metric,
    inputs_sha256,
    fingerprint: { judge: 'j', model: 'm', prompt: 'p', params: '' },
    value: 0.5,
    status: 'ok',
    code: null,
    decided_by: 'judge',
    repeats: [],
    sd: null,
    details,
    usage: null,
  };
}
