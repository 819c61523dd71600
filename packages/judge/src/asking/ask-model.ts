import { JudgeFailure, type JudgeRequest } from '@reportcard/report-schema';
import type { ChatMessage, ChatReply, Format } from '../model/chat-model.ts';
import { RequestFault, scoreCodeOf } from '../model/request-fault.ts';
import { readReply } from '../reply/read-reply.ts';
import { composeMessages, composeRepair } from './compose-messages.ts';

/** Repair turns an answer may take. */
export const MAX_REPAIRS = 2;
/** Times a cut-off answer is asked for again with twice the cap. */
export const MAX_REASKS = 2;
/** No answer is given a larger cap than this, in tokens. */
export const LARGEST_OUTPUT_TOKENS = 16_384;

/** An answer with what stands behind it. */
export interface ModelAnswer<T> {
  readonly value: T;
  /** The JSON value the answer was checked from. */
  readonly raw: unknown;
  readonly text: string;
  readonly format: Format;
  readonly completions: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly served_model: string | undefined;
  readonly fingerprint: string | undefined;
}

/** Makes one completion; rejects with RequestFault. */
export type Complete = (
  messages: readonly ChatMessage[],
  maxOutputTokens: number,
) => Promise<{ readonly reply: ChatReply; readonly format: Format }>;

interface Tally {
  completions: number;
  prompt_tokens: number;
  completion_tokens: number;
}

function createFailure(code: string, message: string, tally: Tally): JudgeFailure {
  const { completions, prompt_tokens, completion_tokens } = tally;
  return new JudgeFailure({
    code,
    message,
    usage: { prompt_tokens, completion_tokens, cached: false, calls: completions },
  });
}

async function completeOnce(
  complete: Complete,
  messages: readonly ChatMessage[],
  cap: number,
  tally: Tally,
): Promise<Awaited<ReturnType<Complete>>> {
  try {
    const done = await complete(messages, cap);
    tally.completions += 1;
    tally.prompt_tokens += done.reply.prompt_tokens ?? 0;
    tally.completion_tokens += done.reply.completion_tokens ?? 0;
    return done;
  } catch (error) {
    if (error instanceof RequestFault) throw createFailure(scoreCodeOf(error), error.message, tally);
    throw error;
  }
}

/**
 * Asks until there is an answer that passes the request's check: up to two repair turns for a bad one, up to two re-asks
 * with twice the cap for a cut-off one, none for a refusal. Rejects with JudgeFailure.
 */
export async function askModel<T>(
  request: JudgeRequest<T>,
  complete: Complete,
  maxOutputTokens: number,
): Promise<ModelAnswer<T>> {
  const first = composeMessages(request);
  const tally: Tally = { completions: 0, prompt_tokens: 0, completion_tokens: 0 };
  let messages: readonly ChatMessage[] = first;
  let cap = maxOutputTokens;
  let repairs = 0;
  let reasks = 0;
  for (;;) {
    const { reply, format } = await completeOnce(complete, messages, cap, tally);
    const outcome = readReply(reply, request.check);
    if (outcome.kind === 'answer') {
      const { served_model, fingerprint, text } = reply;
      return { value: outcome.value, raw: outcome.raw, text, format, ...tally, served_model, fingerprint };
    }
    if (outcome.kind === 'refused') throw createFailure('refused', 'the model refused to answer', tally);
    if (outcome.kind === 'truncated') {
      if (reasks >= MAX_REASKS || cap >= LARGEST_OUTPUT_TOKENS)
        throw createFailure('truncated', `the answer did not fit into ${cap} tokens`, tally);
      reasks += 1;
      cap = Math.min(cap * 2, LARGEST_OUTPUT_TOKENS);
    } else {
      if (repairs >= MAX_REPAIRS) throw createFailure(outcome.code, outcome.reason, tally);
      repairs += 1;
      messages = composeRepair(first, reply.text, outcome.reason);
    }
  }
}
