import type { RequestFault } from '../model/request-fault.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;
const JITTER = 0.25;

/** A server that asks for a longer pause than this has no quota left; waiting would only hide it. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/**
 * Milliseconds to wait before retry `attempt` (from 0): what Retry-After says, else 0.5·2^attempt seconds, at most 8,
 * ± 25 %. Null when Retry-After asks for more than ten minutes. `random` is a number in [0, 1).
 */
export function computeRetryDelay(fault: RequestFault, attempt: number, random: number): number | null {
  const asked = fault.retryAfterMs;
  if (asked !== undefined) return asked > LONGEST_RETRY_AFTER_MS ? null : asked;
  const delay = Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
  return delay * (1 + JITTER * (2 * random - 1));
}
