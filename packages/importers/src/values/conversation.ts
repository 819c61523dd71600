import { isObject, textAt } from './is-object.ts';

/** The last exchange of a conversation. */
export interface LastExchange {
  /** What the person said last; null where nobody did. */
  readonly question: string | null;
  /** What was said to that; null where nothing was. */
  readonly answer: string | null;
}

function speakerOf(message: Readonly<Record<string, unknown>>): string {
  return (textAt(message, 'role') ?? textAt(message, 'type') ?? '').toLowerCase();
}

/** The last question and its answer out of a list of messages with speakers; null for anything else. */
export function lastExchange(value: unknown): LastExchange | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.filter(isObject);
  const isSpoken = (message: Readonly<Record<string, unknown>>): boolean =>
    /^(human|user|ai|assistant|system|tool|developer)$/.test(speakerOf(message)) && 'content' in message;
  if (messages.length !== value.length || !messages.every(isSpoken)) return null;
  const asked = messages.findLastIndex((message) => /^(human|user)$/.test(speakerOf(message)));
  const answers = messages
    .slice(asked + 1)
    .filter((message) => /^(ai|assistant)$/.test(speakerOf(message)))
    .map((message) => textAt(message, 'content') ?? '')
    .filter((text) => text !== '');
  const question = asked < 0 ? undefined : messages[asked];
  return {
    question: question === undefined ? null : (textAt(question, 'content') ?? null),
    answer: answers.at(-1) ?? null,
  };
}
