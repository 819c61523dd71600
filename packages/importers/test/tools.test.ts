import { describe, expect, it } from 'vitest';
import { memoryFile, readFixture, readImport, valuesOf } from './import-fixture.ts';

describe('promptfoo', () => {
  it('tells a failed assertion from an error of the request', async () => {
    const read = await readFixture('promptfoo_v3.json');
    expect(read.format).toBe('promptfoo');
    expect(read.records.map(({ final_status, error }) => [final_status, error?.message])).toEqual([
      ['success', undefined],
      ['success', undefined],
      ['error', 'API error: 500'],
    ]);
    expect(valuesOf(read, 'promptfoo_score')).toEqual([0, 1, 'request_failed']);
    expect(valuesOf(read, 'promptfoo_pass')).toEqual([0, 1, 'request_failed']);
    expect(valuesOf(read, 'promptfoo_tone')).toEqual([0.5, undefined, undefined]);
  });

  it('takes question, context, reference and times from where promptfoo keeps them', async () => {
    const read = await readFixture('promptfoo_v3.json');
    expect(
      read.records.map(({ user_input, reference, latency_ms, usage }) => [
        user_input,
        reference,
        latency_ms,
        usage?.total_tokens,
      ]),
    ).toEqual([
      ['7 times 8?', null, 573, 44],
      ['Capital of France?', 'Paris', null, undefined],
      ['Broken?', null, 10, undefined],
    ]);
    expect(read.records[1]?.response?.results.map(({ text }) => text)).toEqual(['France has Paris.']);
    expect(read.repairs).toMatchObject({ cached_answer: 1, error_as_zero: 1 });
  });

  it('makes a query mode of each provider in version 4, and pairs their questions', async () => {
    const read = await readFixture('promptfoo_v4_two_providers.json');
    expect(read.records.map(({ query_mode }) => query_mode)).toEqual(['p:a prompt 0', 'p:b prompt 0']);
    expect(read.records[0]?.query_id).toBe(read.records[1]?.query_id);
  });
});

describe('DeepEval', () => {
  it('keeps its metrics apart from RAGAS metrics of the same name', async () => {
    const read = await readFixture('deepeval_test_run.json');
    expect(read.format).toBe('deepeval');
    expect(read.result.scored_metrics).toEqual([
      'answer_relevancy',
      'deepeval_success',
      'deepeval_faithfulness',
      'deepeval_hallucination',
      'deepeval_tone',
    ]);
    expect(valuesOf(read, 'deepeval_faithfulness')).toEqual([0.9, 'import_nan']);
    expect(valuesOf(read, 'deepeval_tone')).toEqual([0.3, undefined]);
    expect(valuesOf(read, 'answer_relevancy')).toEqual([0.8, undefined]);
    expect(read.result.metric_info?.['deepeval_hallucination']?.higher_is_better).toBe(false);
    expect(read.result.judge_model).toBe('judge-1');
    expect(read.repairs).toEqual({ error_as_zero: 1, missing_id: 1 });
  });

  it('reads the record and takes the completion time for latency', async () => {
    const read = await readFixture('deepeval_test_run.json');
    expect(
      read.records.map(({ query_id, latency_ms, not_recorded }) => [
        query_id.startsWith('q_') ? 'made' : query_id,
        latency_ms,
        not_recorded.includes('results'),
      ]),
    ).toEqual([
      ['made', 1500, false],
      ['named-case', null, true],
    ]);
    expect({ ...read.records[0]?.labels }).toEqual({ tags: 'web' });
  });

  it('reads dumped results in snake case', async () => {
    const read = await readFixture('deepeval_dumped.json');
    expect(valuesOf(read, 'deepeval_bias')).toEqual([0]);
    expect(read.records[0]?.response?.answer).toBe('Now.');
  });
});

describe('two metrics of one name', () => {
  it('both come in, the second under a number, and that is told', async () => {
    const metrics = ['Tone', 'tone'].map((name, index) => ({ name, score: index / 4, success: true, threshold: 0.5 }));
    const run = { testCases: [{ name: 'a', input: 'When?', actualOutput: 'Now.', metricsData: metrics }] };
    const read = await readImport(memoryFile('run.json', JSON.stringify(run)));
    expect(read.result.scored_metrics).toEqual(['deepeval_tone', 'deepeval_tone_2']);
    expect({ ...read.scores[0] }).toEqual({
      deepeval_tone: { value: 0, status: 'ok' },
      deepeval_tone_2: { value: 0.25, status: 'ok' },
    });
    expect(read.repairs['doubled_metric']).toBe(1);
  });
});

describe('LangSmith', () => {
  it('reads columns of inputs, outputs, references and feedback', async () => {
    const read = await readFixture('langsmith.csv');
    expect(read.format).toBe('langsmith');
    expect(
      read.records.map(({ query_id, user_input, reference, latency_ms, final_status }) => [
        query_id,
        user_input,
        reference,
        latency_ms,
        final_status,
      ]),
    ).toEqual([
      ['e1', 'When?', 'Now', 1250, 'success'],
      ['e2', 'Where?', 'Here', 2500, 'error'],
    ]);
    expect(read.records[0]?.response?.results.map(({ text }) => text)).toEqual(['A', 'B']);
    expect(valuesOf(read, 'langsmith_correctness')).toEqual([0.5, 'request_failed']);
    expect({ ...read.records[0]?.labels }).toEqual({ tone: 'polite' });
    expect(read.repairs['error_as_zero']).toBe(1);
  });

  it('reads cells that hold JSON', async () => {
    const read = await readFixture('langsmith_json_cells.csv');
    expect(
      read.records.map(({ user_input, response, reference }) => [user_input, response?.answer, reference]),
    ).toEqual([['When?', 'Now.', 'Now']]);
    expect(valuesOf(read, 'langsmith_helpful')).toEqual([1]);
  });
});

describe('Langfuse', () => {
  it('reads latency in seconds and folds tags that differ by a blank', async () => {
    const read = await readFixture('langfuse_traces.csv');
    expect(read.format).toBe('langfuse');
    expect(read.records.map(({ query_id, latency_ms, labels }) => [query_id, latency_ms, labels['tags']])).toEqual([
      ['t1', 24874, 'web,ada-session'],
      ['t2', 4333, 'web,ada-session'],
      ['t3', 2500, 'web,mobile'],
    ]);
    expect(read.records[0]?.started_at).toBe('2025-03-24T19:39:47.534000Z');
    expect(read.records[0]?.metadata['cost']).toBe('0.105252499999');
  });

  it('tells of tags with stray blanks and keeps them as they were', async () => {
    const read = await readFixture('langfuse_traces.csv');
    expect(read.repairs['slice_key']).toBe(2);
    expect(read.records.map(({ metadata }) => metadata['original_slice_keys'])).toEqual([
      undefined,
      { 'labels.tags': 'web,ada-session ' },
      { 'labels.tags': ' web , mobile' },
    ]);
  });

  it('takes summaries for answers and says so; a blank after a quoted cell belongs to no tag', async () => {
    const read = await readFixture('langfuse_summaries.csv');
    expect(read.records.map(({ response, labels }) => [response?.answer, labels['tags']])).toEqual([
      ['No builds', 'web,ada-session'],
      ['Gone', 'web,ada-session'],
    ]);
    expect(read.repairs).toEqual({ stray_quote: 1, summary_as_answer: 2 });
  });

  it('reads score columns, several graders averaged, and keeps words as metadata', async () => {
    const read = await readFixture('langfuse_scores.csv');
    expect(read.records.map(({ user_input, response }) => [user_input, response?.answer])).toEqual([
      ['When?', 'Now.'],
      ['Where?', 'Here.'],
    ]);
    expect(valuesOf(read, 'langfuse_helpfulness')).toEqual([0.8, 0.5]);
    expect(read.records[1]?.metadata['verdict']).toBe('bad');
    expect(read.repairs['score_list']).toBe(1);
  });
});

describe('Phoenix', () => {
  it('reads experiments as JSON, repetitions as passes', async () => {
    const read = await readFixture('phoenix_experiment.json');
    expect(read.format).toBe('phoenix');
    expect(
      read.records.map(({ query_id, pass, user_input, final_status, latency_ms }) => [
        query_id,
        pass,
        user_input,
        final_status,
        latency_ms,
      ]),
    ).toEqual([
      ['e1', 0, 'When?', 'success', 120.5],
      ['e1', 1, 'When?', 'error', 3],
    ]);
    expect(valuesOf(read, 'phoenix_hallucination')).toEqual([0, 'import_nan']);
    expect(read.result.metric_info?.['phoenix_hallucination']?.higher_is_better).toBe(false);
    expect({ ...read.records[0]?.labels }).toEqual({ Hallucination: 'factual' });
    expect(read.records[0]?.response?.results.map(({ text }) => text)).toEqual(['A']);
  });

  it('reads experiments as CSV', async () => {
    const read = await readFixture('phoenix_experiment.csv');
    expect(valuesOf(read, 'phoenix_correct')).toEqual([1, 0]);
    expect(read.records.map(({ response, labels }) => [response?.answer, labels['correct']])).toEqual([
      ['Now.', 'yes'],
      ['There.', 'no'],
    ]);
  });
});

describe('Inspect', () => {
  it('reads marks as numbers, nested values as metrics of their own, words as labels', async () => {
    const read = await readFixture('inspect_log.json');
    expect(read.format).toBe('inspect');
    expect(valuesOf(read, 'inspect_match')).toEqual([1, 0, 0.5]);
    expect(valuesOf(read, 'inspect_judge_tone')).toEqual([0.5, undefined, undefined]);
    expect({ ...read.records[0]?.labels }).toEqual({ kind: 'short' });
  });

  it('reads epochs as passes, message lists, several targets and errors', async () => {
    const read = await readFixture('inspect_log.json');
    expect(
      read.records.map(({ query_id, pass, user_input, response, final_status }) => [
        query_id,
        pass,
        user_input,
        response?.answer,
        final_status,
      ]),
    ).toEqual([
      ['1', 0, 'When?', 'Now.', 'success'],
      ['1', 1, 'When?', 'Later.', 'success'],
      ['two', 0, 'Where?', '', 'error'],
    ]);
    expect(read.records[2]?.reference_answers).toEqual(['Here', 'There']);
    expect(read.records[0]).toMatchObject({
      latency_ms: 750,
      intent_l2: 'time',
      usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
    });
  });
});

describe('annotations of the RAGAS app', () => {
  it('keeps the judge’s value as the score and the person’s verdict as a label', async () => {
    const read = await readFixture('ragas_annotations.json');
    expect(valuesOf(read, 'helpfulness')).toEqual([1, 0]);
    expect(read.records.map(({ labels }) => labels['helpfulness_accepted'])).toEqual([true, false]);
  });
});

describe('Heta', () => {
  it('reads skipped scores as not applicable, booleans as numbers and texts as labels', async () => {
    const read = await readFixture('heta_report.json');
    expect(read.format).toBe('heta');
    expect({ ...read.scores[0] }).toEqual({
      'evidence_recall@5': { value: 0.5, status: 'ok' },
      answer_contains: { value: 1, status: 'ok' },
      span: { value: null, status: 'not_applicable', code: 'no_label' },
    });
    expect({ ...read.records[0]?.labels }).toEqual({ kind: 'short' });
  });

  it('finds document ids under document_ids, origin and raw keys', async () => {
    const read = await readFixture('heta_report.json');
    expect(read.records[0]?.response?.results.map(({ source }) => source['document_id'])).toEqual(['d1', 'd2', 'd/3']);
    expect(read.repairs['hidden_document_id']).toBe(3);
    expect(read.records[0]).toMatchObject({
      unit_id: 'u1',
      knowledge_base_name: 'kb',
      reference: 'Now',
      latency_ms: 12.5,
    });
    expect(read.records[0]?.evidence[0]?.text).toBe('A');
  });

  it('keeps an error as an error', async () => {
    const read = await readFixture('heta_report.json');
    expect(read.records[1]).toMatchObject({ query_mode: 'hybrid', final_status: 'error', response: null });
    expect({ ...read.scores[1] }).toEqual({
      answer_contains: { value: null, status: 'skipped', code: 'request_failed' },
    });
    expect(read.repairs['error_as_zero']).toBe(1);
  });
});
