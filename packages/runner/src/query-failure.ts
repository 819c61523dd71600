import type { FinalStatus, QueryResponseInput, RunError } from '@reportcard/report-schema';
import type { JsonObject } from './knowledge-base.ts';

/** How a request failed. */
export interface QueryFailureInit {
  readonly message: string;
  /** Machine word, such as `http_500`, `rate_limited`, `timeout`, `dns`, `malformed_stream`. */
  readonly error_type: string;
  /** Whether asking again may help. */
  readonly retryable?: boolean | undefined;
  readonly final_status?: Exclude<FinalStatus, 'success'> | undefined;
  /** Wait the server asked for, in milliseconds. */
  readonly retry_after_ms?: number | undefined;
  readonly metadata?: JsonObject | undefined;
  /** What had arrived before; kept beside the error. */
  readonly partial?: QueryResponseInput | undefined;
  readonly cause?: unknown;
}

/** A request that did not end well, with everything a run record keeps of it. Throw it from `KnowledgeBase.query`. */
export class QueryFailure extends Error {
  readonly error_type: string;
  readonly retryable: boolean;
  readonly final_status: Exclude<FinalStatus, 'success'>;
  readonly retry_after_ms: number | undefined;
  readonly metadata: JsonObject;
  readonly partial: QueryResponseInput | undefined;

  constructor(init: QueryFailureInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'QueryFailure';
    this.error_type = init.error_type;
    this.retryable = init.retryable ?? false;
    this.final_status = init.final_status ?? 'error';
    this.retry_after_ms = init.retry_after_ms;
    this.metadata = init.metadata ?? {};
    this.partial = init.partial;
  }
}

function readMember(error: Error, key: string): unknown {
  return Reflect.get(error, key);
}

/** Any thrown value as a failure. A plain error is not retryable unless it says so (`retryable: true`). */
export function toQueryFailure(error: unknown): QueryFailure {
  if (error instanceof QueryFailure) return error;
  if (!(error instanceof Error)) return new QueryFailure({ message: String(error), error_type: 'error' });
  const code = readMember(error, 'code');
  const name = error.name === 'Error' && typeof code === 'string' ? code : error.name;
  return new QueryFailure({
    message: error.message === '' ? error.name : error.message,
    error_type: name,
    retryable: readMember(error, 'retryable') === true,
    cause: error,
  });
}

/** The part of a failure that a run record holds. */
export function toRunError(failure: QueryFailure): RunError {
  return {
    message: failure.message,
    error_type: failure.error_type,
    retryable: failure.retryable,
    metadata: failure.metadata,
  };
}
