import { BASELINE_ORDER } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import {
  createOwnMetrics,
  ORDER,
  PROFILES,
  RAGAS_METRICS,
  resolveMetricAlias,
  resolvePolicies,
  sortMetricIds,
  toMetricInfo,
} from '../src/index.ts';

const ids = (definitions: readonly { id: string }[]): string[] => definitions.map(({ id }) => id);

describe('the own metrics', () => {
  it('begin with the 13 of the article, in its order', () => {
    expect(ids(createOwnMetrics(PROFILES.default)).slice(0, 13)).toEqual([...BASELINE_ORDER]);
  });

  it('go on with the further rates and times', () => {
    expect(ids(createOwnMetrics(PROFILES.default)).slice(13)).toEqual([
      'incorrect_answer_rate',
      'over_retrieval_rate',
      'fallback_rate',
      'empty_response_rate',
      'request_failure_rate',
      'ttft_p90_ms',
      'ttft_p95_ms',
      'ttft_p99_ms',
      'ttft_mean_ms',
      'latency_p50_ms',
      'latency_p90_ms',
      'latency_p95_ms',
      'latency_p99_ms',
      'latency_mean_ms',
    ]);
  });

  it('have the configured cutoffs and the families asked for', () => {
    const definitions = ids(
      createOwnMetrics(
        resolvePolicies('default', { ks: [2], mrrKs: [4], further: ['nice_hit', 'mrr', 'recall_inclusive'] }),
      ),
    );
    expect(definitions.slice(0, 4)).toEqual(['intent_top1', 'hit@2', 'recall@2', 'mrr@4']);
    expect(definitions.slice(-3)).toEqual(['mrr', 'recall_inclusive@2', 'nice_hit@2']);
  });

  it('say which way is better, in which unit, and how they are aggregated', () => {
    const infos = new Map(
      createOwnMetrics(PROFILES.default).map((definition) => [
        definition.id,
        toMetricInfo(definition, PROFILES.default),
      ]),
    );
    expect(infos.get('hit@5')).toEqual({
      label: 'Hit@5',
      group: 'own',
      unit: 'ratio',
      higher_is_better: true,
      aggregate: 'mean',
    });
    expect(infos.get('ttft_p50_ms')).toEqual({
      label: 'TTFT P50',
      group: 'own',
      unit: 'ms',
      higher_is_better: false,
      aggregate: 'p50',
    });
    expect(infos.get('mrr@10')?.label).toBe('MRR@10');
    expect(infos.get('false_refusal_rate')?.higher_is_better).toBe(false);
  });

  it('are scorable by hand only where the policies say so', () => {
    const [faithfulness] = RAGAS_METRICS;
    expect(faithfulness && toMetricInfo(faithfulness, PROFILES.default).human_scorable).toBe(true);
    expect(faithfulness && toMetricInfo(faithfulness, { human_scorable: [] }).human_scorable).toBeUndefined();
    const [intent] = createOwnMetrics(PROFILES.default);
    expect(intent && toMetricInfo(intent, { human_scorable: ['intent_top1'] }).human_scorable).toBe(true);
  });
});

describe('report order', () => {
  it('names each metric once', () => {
    expect(new Set(ORDER).size).toBe(ORDER.length);
    expect(ORDER).toEqual(expect.arrayContaining([...ids(RAGAS_METRICS), 'lex_faithfulness', 'nice_hit@10']));
  });

  it('sorts any ids by family and cutoff, the unknown ones last as they came', () => {
    expect(
      sortMetricIds(['zeta@2', 'faithfulness', 'recall@20', 'alpha', 'hit@100', 'mrr@3', 'hit@2', 'intent_top1']),
    ).toEqual(['intent_top1', 'hit@2', 'hit@100', 'recall@20', 'mrr@3', 'faithfulness', 'zeta@2', 'alpha']);
  });
});

describe('names in foreign reports', () => {
  it.each([
    ['refusal_when_required', 'false_refusal_rate'],
    ['fallback_when_required', 'fallback_rate'],
    ['total_p95_ms', 'latency_p95_ms'],
    ['total_mean_ms', 'latency_mean_ms'],
    ['recall_all_expected@5', 'recall_inclusive@5'],
    ['recall_inclusive@3', 'recall_inclusive@3'],
    ['ttft_ms', 'ttft_mean_ms'],
    ['constructor', 'constructor'],
    ['hit@5', 'hit@5'],
  ])('%s is %s', (theirs, ours) => {
    expect(resolveMetricAlias(theirs)).toBe(ours);
  });
});
