import { ReportcardError } from '@reportcard/report-schema';
import { isContentRefusal, type RequestFault } from '../model/request-fault.ts';

/** Tells a server that answers some requests badly from one that cannot be used at all. */
export interface Health {
  readonly noteReply: () => void;
  /** Notes a request that failed for good. Throws an `unavailable` error when the server cannot be used. */
  readonly noteFailure: (fault: RequestFault) => void;
}

/** Requests that may fail for good one after another before the server counts as down. */
const MAX_CONSECUTIVE_FAILURES = 10;

/** Statuses that no other request would change. */
const HOPELESS = new Set([401, 402]);
/** Statuses that mean the same unless the server has already answered properly. */
const HOPELESS_AT_FIRST = new Set([403, 404]);

const HINTS: Readonly<Record<number, string>> = {
  401: 'check the key in the environment variable that apiKeyEnv names',
  402: 'the account has no balance left',
  403: 'check that the key may use this model',
  404: 'check baseURL (it usually ends in /v1) and the model name',
};

/** Watches one server; `name` is what the error calls it. */
export function createHealth(name: string): Health {
  let replies = 0;
  let failures = 0;
  return {
    noteReply: () => {
      replies += 1;
      failures = 0;
    },
    noteFailure: (fault) => {
      if (isContentRefusal(fault)) return;
      failures += 1;
      const status = fault.kind === 'http' ? (fault.status ?? 0) : 0;
      const hopeless = HOPELESS.has(status) || (HOPELESS_AT_FIRST.has(status) && replies === 0);
      if (!hopeless && failures < MAX_CONSECUTIVE_FAILURES) return;
      throw new ReportcardError({
        code: 'unavailable',
        message: `${name} cannot be used: ${fault.message}`,
        got: fault.body === '' ? undefined : fault.body.slice(0, 300),
        hint: HINTS[status] ?? 'what was scored is kept; run score again when the server answers',
        cause: fault,
      });
    },
  };
}
