import { type Embedder, type Judge, JudgeFailure, type MetricScore, type RunRecord } from '@reportcard/report-schema';
import type { MetricPolicies } from '../metric-policies.ts';
import { JUDGE_METRICS } from './judge-metrics.ts';
import { readContexts } from './ragas-inputs.ts';
import { openSession, type RagasPort, type RagasSession, settleAll } from './ragas-session.ts';
import { needsOf, type RagasMetric, ragasState } from './ragas-state.ts';
import { createRequest } from './steps/judge-step.ts';
import { createUsageTally, type UsageTally } from './usage-tally.ts';

/** With what and how a record is judged. */
export interface ScoreRagasOptions {
  readonly judge: Judge;
  /** null or absent: the metrics that need one are `missing_input/no_embedder`. */
  readonly embedder?: Embedder | null | undefined;
  readonly policies: MetricPolicies;
  /** Which independent pass of the judge this is, from 0; part of every request. Default 0. */
  readonly repeat?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

function createPort(options: ScoreRagasOptions, tallies: ReadonlyMap<RagasMetric, UsageTally>): RagasPort {
  const { judge, embedder, signal, repeat = 0 } = options;
  return {
    async ask(metric, step, input, context) {
      const tally = tallies.get(metric);
      try {
        const answer = await judge.ask(createRequest(step, input, { ...context, repeat, signal }));
        tally?.add(answer.usage);
        return answer.value;
      } catch (error) {
        if (error instanceof JudgeFailure) tally?.add(error.usage);
        throw error;
      }
    },
    async embed(_metric, texts) {
      if (embedder === undefined || embedder === null)
        throw new JudgeFailure({ code: 'no_embedder', message: 'no embedder is configured' });
      const distinct = [...new Set(texts)];
      const { vectors } = await embedder.embed(distinct, signal);
      const byText = new Map(distinct.map((text, index) => [text, vectors[index]]));
      return texts.map((text) => byText.get(text) ?? []);
    },
  };
}

async function judgeOne(session: RagasSession, metric: RagasMetric, tally: UsageTally): Promise<MetricScore> {
  try {
    const { state, evidence } = await JUDGE_METRICS[metric](session);
    return {
      metric,
      ...state,
      decided_by: 'judge',
      usage: tally.total(),
      ...(evidence === undefined ? {} : { evidence }),
    };
  } catch (error) {
    if (!(error instanceof JudgeFailure)) throw error;
    return {
      metric,
      value: null,
      status: error.status,
      code: error.score_code,
      decided_by: 'judge',
      usage: tally.total(),
    };
  }
}

/**
 * Scores RAGAS metrics of one record in one pass of the judge; one score a metric id, in their order. What population
 * and rules decide costs no call (`decided_by: 'rule'`); the statements of response and reference are asked for once
 * for all metrics, and their usage stands with the first of them. A JudgeFailure becomes status and code of the score;
 * `usage` counts judge calls, not embeddings. Rejects with what else judge or embedder reject with (an abort), and with
 * a `usage` error for an id that is none of the five.
 */
export async function scoreRagas(
  record: RunRecord,
  metricIds: readonly string[],
  options: ScoreRagasOptions,
): Promise<readonly MetricScore[]> {
  for (const id of metricIds) needsOf(id);
  const metrics = metricIds as readonly RagasMetric[];
  const tallies = new Map(metrics.map((metric) => [metric, createUsageTally()]));
  const session = openSession(record, readContexts(record) ?? [], options.policies, createPort(options, tallies));
  const means = { judge: true, embedder: options.embedder !== undefined && options.embedder !== null };
  return settleAll(
    metrics.map(async (metric): Promise<MetricScore> => {
      const state = ragasState(record, metric, options.policies, means);
      if (state !== null)
        return {
          metric,
          value: state.value,
          status: state.status,
          decided_by: 'rule',
          ...(state.code === undefined ? {} : { code: state.code }),
        };
      return judgeOne(session, metric, tallies.get(metric) ?? createUsageTally());
    }),
  );
}
