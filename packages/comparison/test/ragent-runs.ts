import { readFileSync } from 'node:fs';
import { hashCase, type MetricInfo, type ScoresFile } from '@reportcard/report-schema';
import { JUDGED, MS, RATIO, type Row, scoresFile } from './scores-files.ts';

const METRICS: Readonly<Record<string, MetricInfo>> = {
  'hit@5': RATIO,
  'recall@5': RATIO,
  faithfulness: JUDGED,
  answer_relevancy: JUDGED,
  answer_correctness: JUDGED,
  context_precision: JUDGED,
  ttft_p50_ms: MS,
};

interface RagentLine {
  readonly query_id: string;
  readonly user_input: string;
  readonly reference: string | null;
  readonly reference_doc_ids: string[];
  readonly intent_l1: string;
  readonly intent_l2: string;
  readonly first_token_ms: number | null;
}

interface RagentScores {
  readonly metrics: readonly { readonly name: string; readonly per_sample?: Readonly<Record<string, number | null>> }[];
}

function readFixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/ragent/${name}`, import.meta.url), 'utf8');
}

/** A recorded run with the scores that its own code computed. */
export function ragentRun(name: string): ScoresFile {
  const lines = readFixture(`${name}.jsonl`)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): RagentLine => JSON.parse(line));
  const scores: RagentScores = JSON.parse(readFixture(`${name}_scores.json`));
  const scoreOf = (metric: string, line: RagentLine): number | null =>
    metric === 'ttft_p50_ms'
      ? line.first_token_ms
      : (scores.metrics.find((entry) => entry.name === metric)?.per_sample?.[line.query_id] ?? null);
  const rows = lines.map((line): [string, Row] => [
    line.query_id,
    {
      intent_l1: line.intent_l1,
      intent_l2: line.intent_l2,
      case_sha256: hashCase(line),
      scores: Object.fromEntries(Object.keys(METRICS).map((metric) => [metric, scoreOf(metric, line)])),
    },
  ]);
  return scoresFile(name, Object.fromEntries(rows), { metrics: METRICS, meta: { profile: 'ragent' } });
}
