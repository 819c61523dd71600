import type { Case, FinalStatus, NotRecorded, QueryResponse, RunError, Usage } from '@reportcard/report-schema';
import { type AnswerCollector, type CollectedAnswer, createAnswerCollector } from './answer-collector.ts';
import type { Clock } from './clock.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import type { KnowledgeBase, QueryAnswer, QueryEvent, QueryOptions, QueryStream } from './knowledge-base.ts';
import { QueryFailure, toQueryFailure, toRunError } from './query-failure.ts';

/** How one question is asked once. */
export interface AskOptions {
  readonly case: Case;
  readonly query_mode: string;
  readonly top_k?: number | undefined;
  readonly query_options: QueryOptions['options'];
  readonly trace: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** What came of asking once. */
export interface Attempt {
  readonly response: QueryResponse | null;
  readonly error: RunError | null;
  readonly final_status: FinalStatus;
  readonly first_token_ms: number | null;
  readonly latency_ms: number;
  readonly intent: string | null;
  readonly usage: Usage | null;
  readonly not_recorded: readonly NotRecorded[];
  readonly retry_after_ms: number | null;
}

function isStream(answer: QueryAnswer): answer is QueryStream {
  return Symbol.asyncIterator in answer;
}

function isBatch(value: QueryEvent | readonly QueryEvent[]): value is readonly QueryEvent[] {
  return Array.isArray(value);
}

async function collectStream(stream: QueryStream, collector: AnswerCollector, deadline: Deadline): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await deadline.race(iterator.next());
      if (next.done === true) return;
      for (const event of isBatch(next.value) ? next.value : [next.value]) collector.add(event);
    }
  } catch (error) {
    // The stream may hang: it is told to end, but not waited for.
    iterator.return?.()?.catch(() => undefined);
    throw error;
  }
}

function inferNotRecorded(knowledgeBase: KnowledgeBase, streamed: boolean, intentSeen: boolean): NotRecorded[] {
  const missing: NotRecorded[] = [];
  if (knowledgeBase.predictIntent === undefined && !intentSeen) missing.push('intent');
  if (!streamed) missing.push('first_token');
  return missing;
}

function listNotRecorded(knowledgeBase: KnowledgeBase, streamed: boolean, collected: CollectedAnswer): NotRecorded[] {
  const declared = knowledgeBase.notRecorded ?? inferNotRecorded(knowledgeBase, streamed, collected.intent_seen);
  return [...new Set([...declared, ...collected.not_recorded])];
}

/** A broken answer is kept up to this length: a run file holds lines, not floods. */
const LONGEST_PARTIAL = 1_000_000;

function collectAfter(failure: QueryFailure, collector: AnswerCollector): CollectedAnswer {
  let collected: CollectedAnswer;
  try {
    if (failure.partial !== undefined) collector.addResponse(failure.partial);
    collected = collector.finish();
  } catch {
    // The first failure is what the record tells; of a response that cannot be kept whole, the text stays.
    collected = collector.rescue();
  }
  const answer = collected.response?.answer;
  if (collected.response === null || typeof answer !== 'string' || answer.length <= LONGEST_PARTIAL) return collected;
  failure.metadata['answer_characters'] = answer.length;
  return { ...collected, response: { ...collected.response, answer: answer.slice(0, LONGEST_PARTIAL) } };
}

function failureOf(collected: CollectedAnswer): QueryFailure | null {
  const { status, status_message: message, response } = collected;
  if (status === null || status === 'success' || status === 'refused') {
    if (response !== null) return null;
    return new QueryFailure({
      message: 'the stream ended without an answer, results or a status',
      error_type: 'empty_stream',
    });
  }
  return new QueryFailure({
    message: message ?? `the system reported: ${status}`,
    error_type: status,
    final_status: status,
  });
}

/**
 * Asks once and turns whatever happens into data. Times are of the monotonic clock, from the call to the end of the answer;
 * the first token is the first non-empty answer delta. Rejects only when `signal` is aborted.
 */
export async function askKnowledgeBase(knowledgeBase: KnowledgeBase, options: AskOptions): Promise<Attempt> {
  const { clock } = options;
  const deadline = startDeadline(options.timeoutMs, options.signal);
  const collector = createAnswerCollector(options.query_mode, clock.monotonic);
  const started = clock.monotonic();
  let streamed = false;
  let failure: QueryFailure | null = null;
  let collected: CollectedAnswer | undefined;
  try {
    const { case: asked, query_mode: mode, top_k, query_options, trace } = options;
    const answer = knowledgeBase.query(asked.user_input, {
      mode,
      top_k,
      options: query_options,
      trace,
      signal: deadline.signal,
      case: asked,
    });
    streamed = isStream(answer);
    if (isStream(answer)) await collectStream(answer, collector, deadline);
    else collector.addResponse(await deadline.race(Promise.resolve(answer)));
  } catch (error) {
    options.signal.throwIfAborted();
    failure = toQueryFailure(error);
  } finally {
    deadline.clear();
  }
  const ended = clock.monotonic();
  if (failure === null) {
    try {
      collected = collector.finish();
      failure = failureOf(collected);
    } catch (error) {
      failure = toQueryFailure(error);
    }
  }
  if (failure !== null) collected = collectAfter(failure, collector);
  collected ??= collector.rescue();
  return toAttempt(knowledgeBase, collected, failure, { started, ended, streamed });
}

function toAttempt(
  knowledgeBase: KnowledgeBase,
  collected: CollectedAnswer,
  failure: QueryFailure | null,
  times: { readonly started: number; readonly ended: number; readonly streamed: boolean },
): Attempt {
  const first = collected.first_token_at;
  const began = times.started + collected.preparation_ms;
  return {
    response: collected.response,
    error: failure === null ? null : toRunError(failure),
    final_status: failure?.final_status ?? collected.status ?? 'success',
    first_token_ms: first === null ? null : Math.max(0, first - began),
    latency_ms: Math.max(0, times.ended - began),
    intent: collected.intent,
    usage: collected.usage,
    not_recorded: listNotRecorded(knowledgeBase, times.streamed, collected),
    retry_after_ms: failure?.retry_after_ms ?? null,
  };
}
