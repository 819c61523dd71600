import type { JudgeAnswer, JudgeRequest, RunRecord } from '@reportcard/report-schema';
import type { MetricPolicies } from '../metric-policies.ts';
import { JUDGE_METRICS } from './judge-metrics.ts';
import { readContexts } from './ragas-inputs.ts';
import { openSession, type RagasPort, settleAll } from './ragas-session.ts';
import { needsOf, type RagasMetric, ragasState } from './ragas-state.ts';
import { createRequest } from './steps/judge-step.ts';

/** One judge call that scoring would make. */
export interface PlannedCall {
  /** The metric the call is made for; the first of those that share it. */
  readonly metric: RagasMetric;
  /** D, V, Q, C or U by name: decompose, verify, question, classify, useful. */
  readonly step: string;
  /** The request; its texts are exact where `exact` is true. */
  readonly request: JudgeRequest<unknown>;
  /** False where the request holds statements that no judge has made yet: its size is an upper estimate, its key unknown. */
  readonly exact: boolean;
  /** `peek` knew the answer: the call costs nothing. */
  readonly cached: boolean;
  /** JSON text of an answer of the largest plausible size, for an estimate of the output. */
  readonly expected_answer: string;
}

/** One embedding batch that scoring would ask for. */
export interface PlannedEmbedding {
  readonly metric: RagasMetric;
  readonly texts: readonly string[];
  /** False where a text is a stand-in for one that a judge still has to write. */
  readonly exact: boolean;
}

/** What scoring a record would ask, in the order it would ask. */
export interface RagasPlan {
  readonly calls: readonly PlannedCall[];
  readonly embeddings: readonly PlannedEmbedding[];
}

/** Under which conventions and with which knowledge a plan is made. */
export interface PlanRagasOptions {
  readonly policies: MetricPolicies;
  /** Whether an embedder is configured. */
  readonly embedder: boolean;
  readonly repeat?: number | undefined;
  /** Looks a request up in the cache, asking nobody; undefined when it is not there. */
  readonly peek?: (<T>(request: JudgeRequest<T>) => Promise<JudgeAnswer<T> | undefined>) | undefined;
}

/** Whether a value was made up by the plan: it is a stand-in itself or holds one. */
function holdsStandIn(value: unknown, standIns: ReadonlySet<unknown>): boolean {
  if (standIns.has(value)) return true;
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some((part) => standIns.has(part));
}

function createPlanningPort(
  options: PlanRagasOptions,
  calls: PlannedCall[],
  embeddings: PlannedEmbedding[],
): RagasPort {
  const { peek, repeat = 0 } = options;
  const standIns = new Set<unknown>();
  const keep = (output: unknown): void => {
    standIns.add(output);
    if (output !== null && typeof output === 'object') for (const part of Object.values(output)) standIns.add(part);
  };
  return {
    async ask(metric, step, input, context) {
      const request = createRequest(step, input, { ...context, repeat });
      const exact = !holdsStandIn(input, standIns);
      const standIn = step.standIn(input);
      const position =
        calls.push({
          metric,
          step: step.step,
          request,
          exact,
          cached: false,
          expected_answer: JSON.stringify(standIn),
        }) - 1;
      const known = exact ? await peek?.(request) : undefined;
      if (known !== undefined) {
        calls[position] = { ...(calls[position] as PlannedCall), cached: true };
        return known.value;
      }
      keep(standIn);
      return standIn;
    },
    async embed(metric, texts) {
      embeddings.push({ metric, texts: [...new Set(texts)], exact: !texts.some((text) => standIns.has(text)) });
      return texts.map(() => [1]);
    },
  };
}

/**
 * The calls that `scoreRagas` would make for a record, found by going through the same steps with answers from the cache
 * where `peek` has them and stand-ins of the largest plausible size elsewhere. With a full cache the plan is exact; cold,
 * it is an upper estimate: an answer without statements saves its V and C. Calls of one step that are equal between
 * records (D of a reference) stand in each record's plan.
 */
export async function planRagas(
  record: RunRecord,
  metricIds: readonly string[],
  options: PlanRagasOptions,
): Promise<RagasPlan> {
  for (const id of metricIds) needsOf(id);
  const calls: PlannedCall[] = [];
  const embeddings: PlannedEmbedding[] = [];
  const session = openSession(
    record,
    readContexts(record) ?? [],
    options.policies,
    createPlanningPort(options, calls, embeddings),
  );
  const judged = (metricIds as readonly RagasMetric[]).filter(
    (metric) => ragasState(record, metric, options.policies, { judge: true, embedder: options.embedder }) === null,
  );
  await settleAll(judged.map((metric) => JUDGE_METRICS[metric](session)));
  return { calls, embeddings };
}
