import { readFileSync } from 'node:fs';
import { type RunRecord, RunRecordSchema } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createOwnMetrics, ragasState, resolveMetricAlias, resolvePolicies, scoreRecord } from '../src/index.ts';

interface ArticleLine {
  query_id: string;
  user_input: string;
  reference: string;
  response: string;
  reference_doc_ids: string[];
  reference_doc_ids_nice: string[];
  intent_l1: string;
  intent_l2: string;
  difficulty: string;
  requires_rag: boolean;
  latency_ms: number;
  first_token_ms: number | null;
  final_status: string;
  retrieved_doc_ids: string[];
  retrieved_contexts: string[];
  retrieved_context_doc_ids: string[];
  intent_pred: string | null;
}
interface ArticleMetric {
  name: string;
  overall: number | null;
  per_sample: Record<string, number | null>;
}

const folder = new URL('../../../fixtures/ragent/', import.meta.url);
const policies = resolvePolicies('ragent');
const definitions = createOwnMetrics(policies);

function toRecord(line: ArticleLine): RunRecord {
  const {
    retrieved_contexts,
    retrieved_context_doc_ids,
    retrieved_doc_ids,
    intent_pred,
    response,
    final_status,
    ...rest
  } = line;
  const results = retrieved_contexts.map((text, index) => ({
    id: `context-${index}`,
    text,
    source: { document_id: retrieved_context_doc_ids[index] },
  }));
  return RunRecordSchema.parse({
    ...rest,
    final_status,
    predicted_intent: intent_pred,
    response: { results, answer: response, metadata: { ranking: retrieved_doc_ids } },
  });
}

function readRun(name: string): RunRecord[] {
  const text = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => toRecord(JSON.parse(line) as ArticleLine));
}

function readMetrics(name: string): ArticleMetric[] {
  return (JSON.parse(readFileSync(new URL(`${name}_scores.json`, folder), 'utf8')) as { metrics: ArticleMetric[] })
    .metrics;
}

/** Metrics whose values a sample the article's code publishes, by our id. */
function comparable(metrics: readonly ArticleMetric[]): (ArticleMetric & { ours: string })[] {
  return metrics
    .map((metric) => ({ ...metric, ours: resolveMetricAlias(metric.name) }))
    .filter(({ ours, per_sample }) => Object.keys(per_sample).length > 0 && definitions.some(({ id }) => id === ours));
}

describe.each(['run20', 'run150'])('the article’s code on %s under profile ragent', (name) => {
  const records = readRun(name);
  const metrics = readMetrics(name);

  it('shares 18 own metrics with us', () => {
    expect(comparable(metrics)).toHaveLength(18);
  });

  it.each(comparable(metrics))('gave the same $name for every sample', ({ ours, per_sample }) => {
    const definition = definitions.filter(({ id }) => id === ours);
    for (const record of records) {
      const got = scoreRecord(record, definition, policies)[0]?.value ?? null;
      const expected = per_sample[record.query_id] ?? null;
      expect(got === null, record.query_id).toBe(expected === null);
      expect(Math.abs((got ?? 0) - (expected ?? 0)), `${record.query_id}: ${got} for ${expected}`).toBeLessThanOrEqual(
        1e-12,
      );
    }
  });

  it('judged the samples we would judge', () => {
    const judged = records.filter((record) => ragasState(record, 'faithfulness', policies, { judge: true }) === null);
    const theirs = metrics.find((metric) => metric.name === 'faithfulness')?.per_sample ?? {};
    expect(judged.map((record) => record.query_id).sort()).toEqual(Object.keys(theirs).sort());
  });
});
