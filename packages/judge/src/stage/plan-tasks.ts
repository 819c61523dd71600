import { type JudgeTask, type MetricPolicies, type PlannedCall, planRagas } from '@reportcard/metrics';
import { canonicalJson, type RunRecord, sha256 } from '@reportcard/report-schema';
import { composeMessages } from '../asking/compose-messages.ts';
import { estimateTokens } from '../budget/estimate-tokens.ts';
import type { AnswerSource } from '../cache/answer-source.ts';
import { createRequestKey } from '../cache/cache-key.ts';
import type { VectorSource } from '../cache/vector-source.ts';
import type { RepeatPlan } from './repeats.ts';

/** A question that scoring will ask, or would ask at most. */
export interface PlannedQuestion {
  readonly kind: 'answer' | 'vectors';
  readonly step: string;
  readonly cached: boolean;
  /** False for a repeat that only samples near the decision line get. */
  readonly certain: boolean;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export interface PlanTasksOptions {
  readonly policies: MetricPolicies;
  readonly plan: RepeatPlan;
  readonly answers: AnswerSource;
  readonly vectors: VectorSource | null;
}

/** Records planned at once; each reads some files of the cache. */
const BATCH = 16;

/** Decompositions that a planned call will be made from, by the metric it serves. */
function findSources(call: PlannedCall, calls: readonly PlannedCall[], record: RunRecord): readonly PlannedCall[] {
  const texts = new Set<unknown>();
  if (call.metric !== 'context_recall') texts.add(record.response?.answer ?? '');
  if (call.metric !== 'faithfulness') texts.add(record.reference ?? '');
  return calls.filter(
    (one) => one.step === 'decompose' && texts.has((JSON.parse(one.request.user) as { text: unknown }).text),
  );
}

/** Key of a call whose texts are not known yet: equal where it will be made from equal answers. */
function createPlannedKey(parts: unknown, sources: readonly PlannedCall[]): string {
  return sha256(canonicalJson([parts, sources.map(({ request }) => createRequestKey(request)).sort()]));
}

async function planPass(
  task: JudgeTask,
  repeat: number,
  options: PlanTasksOptions,
  add: (key: string, question: PlannedQuestion) => void,
): Promise<void> {
  const { policies, plan, answers, vectors } = options;
  const certain = repeat < plan.min;
  const planned = await planRagas(task.record, task.metrics, {
    policies,
    embedder: vectors !== null,
    repeat,
    peek: (request) => answers.peek(request),
  });
  for (const call of planned.calls) {
    const { request, exact, cached, step } = call;
    const key = exact
      ? answers.keyOf(request)
      : createPlannedKey(createRequestKey(request), findSources(call, planned.calls, task.record));
    const prompt_tokens = estimateTokens(composeMessages(request).map(({ content }) => content));
    const completion_tokens = estimateTokens([call.expected_answer]);
    add(key, { kind: 'answer', step, cached, certain, prompt_tokens, completion_tokens });
  }
  for (const { metric, texts, exact } of planned.embeddings) {
    const questions = planned.calls.filter(({ step }) => step === 'question' && metric === 'answer_relevancy');
    const origin = questions.map(({ request }) => answers.keyOf(request));
    const key = exact ? (vectors?.keyOf(texts, origin) ?? '') : createPlannedKey(texts, questions);
    const cached = exact && (await vectors?.peek(texts, origin)) !== undefined;
    const prompt_tokens = estimateTokens(texts);
    add(key, { kind: 'vectors', step: 'embed', cached, certain, prompt_tokens, completion_tokens: 0 });
  }
}

/** Everything that scoring the tasks will ask, equal questions once, by walking through the steps without asking anybody. */
export async function planTasks(
  tasks: readonly JudgeTask[],
  options: PlanTasksOptions,
): Promise<readonly PlannedQuestion[]> {
  const questions = new Map<string, PlannedQuestion>();
  const add = (key: string, question: PlannedQuestion): void => {
    const known = questions.get(key);
    if (known === undefined || (question.certain && !known.certain)) questions.set(key, question);
  };
  for (let start = 0; start < tasks.length; start += BATCH) {
    const batch = tasks.slice(start, start + BATCH);
    await Promise.all(
      batch.map(async (task) => {
        for (let repeat = 0; repeat < options.plan.max; repeat += 1) await planPass(task, repeat, options, add);
      }),
    );
  }
  return [...questions.values()];
}
