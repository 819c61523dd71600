import { RequestFault } from './request-fault.ts';

const BODY_LIMIT = 2000;

function readField(error: unknown, key: string): unknown {
  return error !== null && typeof error === 'object' ? Reflect.get(error, key) : undefined;
}

function readHeaders(error: unknown): Readonly<Record<string, string>> {
  const headers = readField(error, 'responseHeaders');
  return headers !== null && typeof headers === 'object' ? (headers as Record<string, string>) : {};
}

/** Milliseconds that `retry-after-ms` or `retry-after` (seconds or an HTTP date) asks to wait; undefined without. */
function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const ms = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(ms)) return Math.max(0, ms);
  const value = headers['retry-after'];
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function describeNetwork(error: unknown): string {
  const cause = readField(error, 'cause');
  const code = readField(cause, 'code') ?? readField(readField(cause, 'cause'), 'code') ?? readField(error, 'code');
  const message = error instanceof Error ? error.message : String(error);
  return typeof code === 'string' ? `${message} (${code})` : message;
}

/**
 * Turns what an AI SDK model rejects with into a RequestFault; told apart by the fields of the SDK's API error, so that
 * errors of another SDK version are understood too. `redact` takes secrets out of every text.
 */
export function readFault(error: unknown, redact: (text: string) => string, now: number): RequestFault {
  if (error instanceof RequestFault) return error;
  const status = readField(error, 'statusCode');
  const rawBody = readField(error, 'responseBody');
  const body = redact(typeof rawBody === 'string' ? rawBody.slice(0, BODY_LIMIT) : '');
  if (typeof status === 'number' && (status < 200 || status >= 300)) {
    const retryAfterMs = readRetryAfter(readHeaders(error), now);
    return new RequestFault({ kind: 'http', message: `the server answered ${status}`, status, body, retryAfterMs });
  }
  const name = readField(error, 'name');
  if (typeof status === 'number' && readField(error, 'isRetryable') !== true) {
    return new RequestFault({
      kind: 'malformed',
      message: 'the server answered with something that is no reply',
      body,
    });
  }
  if (name === 'AI_InvalidResponseDataError' || name === 'AI_TypeValidationError' || name === 'AI_JSONParseError') {
    return new RequestFault({
      kind: 'malformed',
      message: 'the server answered with something that is no reply',
      body,
    });
  }
  return new RequestFault({ kind: 'network', message: redact(describeNetwork(error)) });
}
