import { setMaxListeners } from 'node:events';
import type { Evaluator, RunRecord } from '@reportcard/report-schema';
import PQueue from 'p-queue';
import { type AskOptions, type Attempt, askKnowledgeBase } from './ask-knowledge-base.ts';
import type { Clock } from './clock.ts';
import { createBuildFailure, createRunRecord } from './create-run-record.ts';
import { startDeadline } from './deadline.ts';
import { evaluateAnswer } from './evaluate-answer.ts';
import type { JsonObject, KnowledgeBase } from './knowledge-base.ts';
import { toQueryFailure, toRunError } from './query-failure.ts';
import { redactTexts } from './redact-texts.ts';
import { askWithRetry, type RetryPolicy } from './retry.ts';
import type { RunTask } from './run-plan.ts';

/** How questions are asked, with every default filled in. */
export interface AskSettings {
  readonly concurrency: number;
  readonly ratePerSecond: number;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly topK: number | undefined;
  readonly queryOptions: JsonObject;
  readonly trace: boolean;
  readonly evaluators: readonly Evaluator[];
  readonly clock: Clock;
}

interface IntentFacts {
  readonly intent: string | null;
  readonly metadata: JsonObject;
}

async function askIntent(
  knowledgeBase: KnowledgeBase,
  task: RunTask,
  settings: AskSettings,
  remainingMs: () => number,
  signal: AbortSignal,
): Promise<IntentFacts> {
  const { clock } = settings;
  const predict = knowledgeBase.predictIntent;
  if (predict === undefined) return { intent: null, metadata: {} };
  const { outcome } = await askWithRetry(
    async () => {
      const deadline = startDeadline(Math.min(settings.timeoutMs, remainingMs()), signal);
      const started = clock.monotonic();
      try {
        const options = {
          mode: task.query_mode,
          top_k: settings.topK,
          options: settings.queryOptions,
          trace: settings.trace,
          signal: deadline.signal,
          case: task.case,
        };
        const intent = await deadline.race(Promise.resolve(predict.call(knowledgeBase, task.case.user_input, options)));
        return { intent, ms: clock.monotonic() - started, error: null, retry_after_ms: null };
      } catch (error) {
        signal.throwIfAborted();
        const failure = toQueryFailure(error);
        return {
          intent: null,
          ms: clock.monotonic() - started,
          error: toRunError(failure),
          retry_after_ms: failure.retry_after_ms ?? null,
        };
      } finally {
        deadline.clear();
      }
    },
    { policy: settings.retry, remainingMs, signal },
  );
  return {
    intent: outcome.intent,
    metadata: { intent_ms: outcome.ms, ...(outcome.error === null ? {} : { intent_error: outcome.error }) },
  };
}

function asksOf(task: RunTask, settings: AskSettings, signal: AbortSignal): Omit<AskOptions, 'timeoutMs'> {
  return {
    case: task.case,
    query_mode: task.query_mode,
    top_k: settings.topK,
    query_options: settings.queryOptions,
    trace: settings.trace,
    signal,
    clock: settings.clock,
  };
}

/** Asks one question with its retries and evaluators; gives its record. Rejects only when `signal` is aborted. */
export async function recordTask(
  knowledgeBase: KnowledgeBase,
  name: string,
  task: RunTask,
  settings: AskSettings,
  signal: AbortSignal,
): Promise<RunRecord> {
  const { clock } = settings;
  const begun = clock.monotonic();
  const remainingMs = (): number => Math.max(0, settings.totalTimeoutMs - (clock.monotonic() - begun));
  const started_at = clock.now().toISOString();
  const intent = await askIntent(knowledgeBase, task, settings, remainingMs, signal);
  const asked = asksOf(task, settings, signal);
  const { outcome, attempts } = await askWithRetry(
    () => askKnowledgeBase(knowledgeBase, { ...asked, timeoutMs: Math.min(settings.timeoutMs, remainingMs()) }),
    {
      policy: settings.retry,
      remainingMs,
      signal,
    },
  );
  const evaluated =
    outcome.response !== null && outcome.error === null
      ? await evaluateAnswer(settings.evaluators, {
          case: task.case,
          query_mode: task.query_mode,
          response: outcome.response,
        })
      : {};
  const predicted_intent =
    knowledgeBase.predictIntent === undefined ? outcome.intent : (intent.intent ?? outcome.intent);
  const record = createRunRecord(task, {
    knowledge_base_name: name,
    attempt: outcome,
    attempts,
    started_at,
    predicted_intent,
    metadata: { ...intent.metadata, ...evaluated },
  });
  return redactRecord(record, knowledgeBase);
}

function redactRecord(record: RunRecord, knowledgeBase: KnowledgeBase): RunRecord {
  if (knowledgeBase.redact === undefined) return record;
  const redact = knowledgeBase.redact.bind(knowledgeBase);
  const { response, error, metadata, predicted_intent } = record;
  return { ...record, ...redactTexts({ response, error, metadata, predicted_intent }, redact) };
}

/** The record of a task whose knowledge base could not be built. */
export function recordBuildFailure(name: string, task: RunTask, message: string, clock: Clock): RunRecord {
  const attempt: Attempt = createBuildFailure(message);
  return createRunRecord(task, {
    knowledge_base_name: name,
    attempt,
    attempts: 0,
    started_at: clock.now().toISOString(),
    predicted_intent: null,
    metadata: {},
  });
}

function createQueue(settings: AskSettings): PQueue {
  const { concurrency, ratePerSecond } = settings;
  if (!Number.isFinite(ratePerSecond)) return new PQueue({ concurrency });
  const intervalCap = Math.max(1, Math.ceil(ratePerSecond / 20));
  return new PQueue({ concurrency, intervalCap, interval: (1000 * intervalCap) / ratePerSecond, strict: true });
}

/**
 * Runs `ask` over all tasks, `concurrency` at a time and at the given rate. The first rejection stops it (questions in
 * flight are aborted) and is thrown once all have ended; nothing rejects for faults of a single question.
 */
export async function runTasks(
  tasks: readonly RunTask[],
  settings: AskSettings,
  signal: AbortSignal,
  ask: (task: RunTask, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  // Each question in flight listens to it.
  setMaxListeners(0, controller.signal);
  const forward = (): void => controller.abort(signal.reason);
  if (signal.aborted) forward();
  else signal.addEventListener('abort', forward, { once: true });
  const queue = createQueue(settings);
  try {
    for (const task of tasks) {
      await queue.onSizeLessThan(settings.concurrency + 1);
      if (controller.signal.aborted) break;
      void queue
        .add(async () => {
          if (controller.signal.aborted) return;
          await ask(task, controller.signal);
        })
        .catch((error: unknown) => controller.abort(error));
    }
    await queue.onIdle();
    controller.signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', forward);
  }
}
