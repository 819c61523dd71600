import type { ChatReply } from '../model/chat-model.ts';
import { tryParse } from './balanced-json.ts';
import { parseReply, stripThinking } from './parse-reply.ts';

/** What a reply is good for. */
export type ReplyOutcome<T> =
  | { readonly kind: 'answer'; readonly value: T; readonly raw: unknown }
  /** Cut off by the cap: ask again with a larger one. */
  | { readonly kind: 'truncated' }
  /** The model or its provider will not answer. */
  | { readonly kind: 'refused' }
  /** Unusable: say why and ask for a corrected one. */
  | {
      readonly kind: 'bad';
      readonly code: 'empty_output' | 'malformed_json' | 'schema_mismatch';
      readonly reason: string;
    };

/** Some servers put the answer into the thinking and leave the content blank. */
function textOf(reply: ChatReply): string {
  return reply.text.trim() === '' ? reply.reasoning : reply.text;
}

function checkValue<T>(raw: unknown, check: (value: unknown) => T): ReplyOutcome<T> {
  try {
    return { kind: 'answer', value: check(raw), raw };
  } catch (error) {
    return { kind: 'bad', code: 'schema_mismatch', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A reply that hit the cap counts only when it is complete as it stands: nothing is cut out of it. */
function readCutOff<T>(text: string, check: (value: unknown) => T): ReplyOutcome<T> {
  const whole = tryParse(stripThinking(text));
  if (whole === null) return { kind: 'truncated' };
  const outcome = checkValue(whole.value, check);
  return outcome.kind === 'answer' ? outcome : { kind: 'truncated' };
}

/** Reads a reply and checks its value with the step's check. */
export function readReply<T>(reply: ChatReply, check: (value: unknown) => T): ReplyOutcome<T> {
  if (reply.finish === 'refused') return { kind: 'refused' };
  const text = textOf(reply);
  if (reply.finish === 'length') return readCutOff(text, check);
  if (stripThinking(text) === '') return { kind: 'bad', code: 'empty_output', reason: 'the answer was empty' };
  const parsed = parseReply(text);
  if (parsed === null) return { kind: 'bad', code: 'malformed_json', reason: 'the answer was not valid JSON' };
  return checkValue(parsed.value, check);
}
