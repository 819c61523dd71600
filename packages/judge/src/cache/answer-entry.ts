import type { JudgeRequest } from '@reportcard/report-schema';
import type { StoredAnswer } from '../metered.ts';

/** A judge's answer as the cache keeps it. */
export interface AnswerEntry {
  readonly value: unknown;
  readonly text: string;
  readonly usage: { readonly calls: number; readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly served_model: string | null;
  readonly fingerprint: string | null;
  readonly format: string;
  /** When it was asked, ISO 8601. */
  readonly at: string;
}

/** The entry of an answer. */
export function toAnswerEntry(answer: StoredAnswer<unknown>, at: string): AnswerEntry {
  const { calls, prompt_tokens, completion_tokens } = answer.usage;
  return {
    value: answer.raw,
    text: answer.text,
    usage: { calls, prompt_tokens, completion_tokens },
    served_model: answer.served_model ?? null,
    fingerprint: answer.fingerprint ?? null,
    format: answer.format,
    at,
  };
}

function readCount(source: unknown, key: string): number {
  const value = source !== null && typeof source === 'object' ? Reflect.get(source, key) : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/**
 * The answer of an entry, checked again as if the judge had just given it; undefined when the entry does not pass.
 */
export function readAnswerEntry<T>(
  entry: Readonly<Record<string, unknown>>,
  request: JudgeRequest<T>,
): StoredAnswer<T> | undefined {
  if (!Object.hasOwn(entry, 'value')) return undefined;
  const { value: raw, text, usage, served_model, fingerprint, format } = entry;
  const value = tryCheck(raw, request.check);
  if (value === undefined) return undefined;
  return {
    value: value.checked,
    raw,
    text: typeof text === 'string' ? text : '',
    usage: {
      calls: readCount(usage, 'calls'),
      prompt_tokens: readCount(usage, 'prompt_tokens'),
      completion_tokens: readCount(usage, 'completion_tokens'),
      cached: true,
    },
    served_model: typeof served_model === 'string' ? served_model : undefined,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : undefined,
    format: typeof format === 'string' ? format : 'plain',
  };
}

function tryCheck<T>(raw: unknown, check: (value: unknown) => T): { readonly checked: T } | undefined {
  try {
    return { checked: check(raw) };
  } catch {
    // An entry that no longer passes the step's check counts as absent: the judge is asked again.
    return undefined;
  }
}
