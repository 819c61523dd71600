/** Why a request brought no reply. */
export interface RequestFaultInit {
  /** `http`: an error status. `network`: no answer. `timeout`: too slow. `malformed`: an answer that is none. */
  readonly kind: 'http' | 'network' | 'timeout' | 'malformed';
  readonly message: string;
  /** HTTP status, for `http`. */
  readonly status?: number | undefined;
  /** Start of the response body. */
  readonly body?: string | undefined;
  /** What the server's Retry-After says, in milliseconds from now. */
  readonly retryAfterMs?: number | undefined;
}

/** A request without a usable reply. Holds no header and no key. */
export class RequestFault extends Error {
  readonly kind: RequestFaultInit['kind'];
  readonly status: number | undefined;
  readonly body: string;
  readonly retryAfterMs: number | undefined;

  constructor(init: RequestFaultInit) {
    super(init.message);
    this.name = 'RequestFault';
    this.kind = init.kind;
    this.status = init.status;
    this.body = init.body ?? '';
    this.retryAfterMs = init.retryAfterMs;
  }
}

const RETRIED_STATUSES = new Set([408, 409, 429]);
const CONTENT_FILTER =
  /content[_ ]?filter|content[ _](?:management[ _])?policy|data_inspection_failed|inappropriate content|content_policy|sensitive_words/i;

/** Whether asking again may help: network, time-out, an answer that is none, 408, 409, 429 and from 500 on. */
export function isRetryable(fault: RequestFault): boolean {
  if (fault.kind !== 'http') return true;
  return fault.status !== undefined && (RETRIED_STATUSES.has(fault.status) || fault.status >= 500);
}

/** Whether the provider refused the content itself; asking again would not help. */
export function isContentRefusal(fault: RequestFault): boolean {
  return fault.kind === 'http' && fault.status !== undefined && fault.status < 500 && CONTENT_FILTER.test(fault.body);
}

/** Whether the server may have done the work and bill it though no reply came. */
export function mayBeBilled(fault: RequestFault): boolean {
  return fault.kind !== 'http';
}

/** The code of a score that this fault ends (METRICS §1.2). */
export function scoreCodeOf(fault: RequestFault): string {
  if (isContentRefusal(fault)) return 'refused';
  if (fault.kind === 'http') return fault.status === 429 ? 'rate_limited' : `http_${fault.status ?? 0}`;
  return fault.kind === 'malformed' ? 'malformed_json' : fault.kind;
}
