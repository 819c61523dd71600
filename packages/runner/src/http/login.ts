import type { HttpTarget } from '@reportcard/report-schema';
import { QueryFailure } from '../query-failure.ts';
import { compileExpression } from './expression.ts';
import { readBody } from './read-body.ts';
import { compileRequest, createLoginValues } from './request.ts';
import type { Secrets } from './secrets.ts';
import { readStatusFailure, sendRequest } from './send-request.ts';

/** Gives the header that carries the token. */
export interface TokenSource {
  readonly label: string;
  /** Logs in where there is no token yet or the present one is about to expire. Rejects with a QueryFailure. */
  header(signal: AbortSignal): Promise<TokenHeader>;
  /** Whether a status asks for a new token. */
  isExpired(status: number): boolean;
  /** Says that the token of `header` was refused; the next `header` gets a new one. Several sayings of one token cost one login. */
  drop(header: TokenHeader): void;
}

export interface TokenHeader {
  readonly name: string;
  readonly value: string;
}

export interface LoginDeps {
  readonly fetch: typeof fetch;
  readonly secrets: Secrets;
  readonly now: () => Date;
}

interface HeldToken {
  readonly header: TokenHeader;
  /** Milliseconds since the epoch; Infinity where the service does not say. */
  readonly expires: number;
}

/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000;
const LONGEST_REPLY = 1024 * 1024;

/** Checks a login step. Throws a `config` error; sends nothing. */
export function createTokenSource(config: NonNullable<HttpTarget['login']>, deps: LoginDeps): TokenSource {
  const { secrets, now } = deps;
  const request = compileRequest(config, 'target.login', secrets);
  const tokenOf = compileExpression(config.tokenPath, 'target.login.tokenPath');
  const lifeOf =
    config.expiresInPath === undefined
      ? undefined
      : compileExpression(config.expiresInPath, 'target.login.expiresInPath');
  const { scheme = 'Bearer', refreshOn = [401] } = config;
  const name = (config.header ?? 'authorization').toLowerCase();
  let held: HeldToken | undefined;
  let pending: Promise<HeldToken> | undefined;

  async function logIn(signal: AbortSignal): Promise<HeldToken> {
    const { label } = request;
    const response = await sendRequest(request.prepare(createLoginValues(secrets)), {
      fetch: deps.fetch,
      signal,
      label,
    });
    if (!response.ok) {
      const failure = await readStatusFailure(response, label, now());
      throw new QueryFailure({
        message: `the login failed: ${failure.message}`,
        error_type: 'login_failed',
        retryable: failure.retryable,
        retry_after_ms: failure.retry_after_ms,
        metadata: failure.metadata,
      });
    }
    const parts: string[] = [];
    for await (const text of readBody(response, { maxBytes: LONGEST_REPLY, label, signal })) parts.push(text);
    const reply = parseReply(parts.join(''));
    const token = tokenOf(reply);
    if (typeof token !== 'string' || token === '')
      throw new QueryFailure({ message: `the login gave no token at ${config.tokenPath}`, error_type: 'login_failed' });
    secrets.add(token);
    const life = lifeOf?.(reply);
    const expires = typeof life === 'number' ? now().getTime() + life * 1000 - EARLY_MS : Number.POSITIVE_INFINITY;
    return { header: { name, value: scheme === '' ? token : `${scheme} ${token}` }, expires };
  }

  return {
    label: request.label,
    isExpired: (status) => refreshOn.includes(status),
    drop(header) {
      if (held?.header === header) held = undefined;
    },
    async header(signal) {
      if (held !== undefined && held.expires > now().getTime()) return held.header;
      pending ??= logIn(signal).finally(() => {
        pending = undefined;
      });
      held = await pending;
      return held.header;
    },
  };
}

function parseReply(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new QueryFailure({
      message: 'the login answered with something that is no JSON',
      error_type: 'login_failed',
      cause,
    });
  }
}
