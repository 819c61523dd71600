import { QueryFailure } from '../query-failure.ts';

interface NetworkFault {
  readonly error_type: string;
  readonly retryable: boolean;
  readonly message: string;
  readonly timeout?: boolean | undefined;
}

const CLOSED: NetworkFault = {
  error_type: 'connection_closed',
  retryable: true,
  message: 'the connection was closed before the answer was complete',
};
const TIMED_OUT: NetworkFault = {
  error_type: 'timeout',
  retryable: false,
  message: 'the server did not answer in time',
  timeout: true,
};

const NETWORK_FAULTS: Readonly<Record<string, NetworkFault>> = {
  ENOTFOUND: { error_type: 'dns', retryable: false, message: 'the host name is unknown' },
  EAI_AGAIN: { error_type: 'dns', retryable: true, message: 'the host name could not be looked up' },
  ECONNREFUSED: { error_type: 'connection_refused', retryable: true, message: 'the connection was refused' },
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CLOSED,
  ETIMEDOUT: TIMED_OUT,
  UND_ERR_CONNECT_TIMEOUT: TIMED_OUT,
  UND_ERR_HEADERS_TIMEOUT: TIMED_OUT,
  UND_ERR_BODY_TIMEOUT: TIMED_OUT,
  EHOSTUNREACH: { error_type: 'unreachable', retryable: true, message: 'the host cannot be reached' },
  ENETUNREACH: { error_type: 'unreachable', retryable: true, message: 'the network cannot be reached' },
  HPE_INVALID_CONSTANT: {
    error_type: 'malformed_response',
    retryable: false,
    message: 'the server does not speak HTTP',
  },
};

const TLS = /^(?:CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let current = error; current instanceof Error && !chain.includes(current); current = current.cause)
    chain.push(current);
  return chain;
}

function codeOf(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    const nested: unknown = cause instanceof AggregateError ? cause.errors[0] : undefined;
    for (const candidate of [cause, nested]) {
      const code: unknown = candidate instanceof Error ? Reflect.get(candidate, 'code') : undefined;
      if (typeof code === 'string') return code;
    }
  }
  return undefined;
}

function faultOf(code: string | undefined): NetworkFault | undefined {
  if (code === undefined) return undefined;
  if (TLS.test(code))
    return { error_type: 'tls', retryable: false, message: 'the encrypted connection could not be made' };
  return Object.hasOwn(NETWORK_FAULTS, code) ? NETWORK_FAULTS[code] : undefined;
}

/** What `fetch` or a response body threw, as a failure with its type: dns, tls, connection_refused, connection_closed, timeout, network. */
export function toNetworkFailure(error: unknown, label: string): QueryFailure {
  if (error instanceof QueryFailure) return error;
  const code = codeOf(error);
  const known = faultOf(code);
  const plain = error instanceof Error ? error.message : String(error);
  const closed = known === undefined && plain === 'terminated' ? CLOSED : known;
  return new QueryFailure({
    message: `${closed?.message ?? `the request failed: ${plain}`} (${label})`,
    error_type: closed?.error_type ?? 'network',
    retryable: closed?.retryable ?? false,
    ...(closed?.timeout === true ? { final_status: 'timeout' } : {}),
    metadata: code === undefined ? {} : { code },
    cause: error,
  });
}

const RETRYABLE: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 529]);

/** The failure of an HTTP status that is no success: `rate_limited` for 429, else `http_<status>`. `body` is the beginning of the answer. */
export function createStatusFailure(
  status: number,
  label: string,
  body: string,
  retryAfterMs: number | undefined,
): QueryFailure {
  return new QueryFailure({
    message: `the server answered ${status} (${label})`,
    error_type: status === 429 ? 'rate_limited' : `http_${status}`,
    retryable: RETRYABLE.has(status),
    retry_after_ms: retryAfterMs,
    metadata: {
      status,
      ...(body === '' ? {} : { body }),
      ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
    },
  });
}
