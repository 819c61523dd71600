import type { EvaluationScore } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import {
  cellsFromEvaluations,
  createAnswerContains,
  createBeirMetric,
  createEvaluatorInfo,
  createEvidenceRecallAtK,
  evaluateRecord,
} from '../../src/index.ts';
import { sampleRecord } from '../sample-record.ts';

const score = (
  name: string,
  value: EvaluationScore['value'],
  metadata: Record<string, unknown> = {},
): EvaluationScore => ({ name, value, passed: null, metadata });

describe('evaluator scores as scores of a sample', () => {
  it('keeps numbers, turns booleans into 1 and 0 and texts into labels', () => {
    const { cells, labels } = cellsFromEvaluations([
      score('a', 0.25),
      score('b', true),
      score('c', false),
      score('tone', 'polite'),
    ]);
    expect(cells).toEqual({
      a: { value: 0.25, status: 'ok' },
      b: { value: 1, status: 'ok' },
      c: { value: 0, status: 'ok' },
    });
    expect(labels).toEqual({ tone: 'polite' });
  });

  it('makes a skipped score not applicable, also where it was written as 0', () => {
    const { cells } = cellsFromEvaluations([
      score('theirs', 0, { skipped: true }),
      score('ours', null, { skipped: true, code: 'no_reference' }),
    ]);
    expect(cells).toEqual({
      theirs: { value: null, status: 'not_applicable', code: 'no_label' },
      ours: { value: null, status: 'not_applicable', code: 'no_reference' },
    });
  });

  it('tells a missing value from a failed evaluator', () => {
    const { cells } = cellsFromEvaluations([
      score('missing', null),
      score('nan', Number.NaN),
      score('failed', null, { error: 'boom' }),
    ]);
    expect(cells).toEqual({
      missing: { value: null, status: 'missing_input', code: 'not_recorded' },
      nan: { value: null, status: 'missing_input', code: 'not_recorded' },
      failed: { value: null, status: 'judge_error' },
    });
  });

  it('accepts any name', () => {
    expect(Object.entries(cellsFromEvaluations([score('__proto__', 1)]).cells)).toEqual([
      ['__proto__', { value: 1, status: 'ok' }],
    ]);
  });

  it('describes an evaluator, as a ratio unless a value says otherwise', () => {
    expect(createEvaluatorInfo('beir_ndcg@10', [0, 0.5])).toEqual({
      label: 'BEIR NDCG@10',
      group: 'evaluator',
      unit: 'ratio',
      higher_is_better: true,
      aggregate: 'mean',
    });
    expect(createEvaluatorInfo('evidence_recall@5').label).toBe('Evidence recall@5');
    expect(createEvaluatorInfo('tokens', [812]).unit).toBe('count');
  });
});

describe('evaluating a recorded answer', () => {
  const evaluators = [createBeirMetric('recall', 5), createAnswerContains()];

  it('gives the evaluators the case that the record holds', async () => {
    const scores = await evaluateRecord(sampleRecord({ reference: 'two years' }), evaluators);
    expect(scores.map(({ name, value }) => [name, value])).toEqual([
      ['beir_recall@5', 0.5],
      ['answer_contains', 1],
    ]);
  });

  it('skips a failed request and misses what was not recorded', async () => {
    const failed = await evaluateRecord(
      sampleRecord({ final_status: 'error', response: null, error: { message: 'x' } }),
      evaluators,
    );
    expect(cellsFromEvaluations(failed).cells).toEqual({
      'beir_recall@5': { value: null, status: 'not_applicable', code: 'request_failed' },
      answer_contains: { value: null, status: 'not_applicable', code: 'request_failed' },
    });
    const answerOnly = await evaluateRecord(sampleRecord({ not_recorded: ['results'], response: { answer: 'x' } }), [
      createEvidenceRecallAtK(5),
      ...evaluators,
    ]);
    expect(answerOnly.map(({ value }) => value)).toEqual([null, null, 0]);
    expect(cellsFromEvaluations(answerOnly).cells['beir_recall@5']).toMatchObject({ status: 'missing_input' });
  });

  it('keeps an evaluator’s rejection as data and goes on', async () => {
    const broken = { name: 'broken', evaluate: () => Promise.reject(new Error('no network')) };
    const scores = await evaluateRecord(sampleRecord(), [broken, ...evaluators]);
    expect(scores[0]).toEqual({ name: 'broken', value: null, passed: null, metadata: { error: 'no network' } });
    expect(scores).toHaveLength(3);
  });
});
