import type { FinalStatus } from '@reportcard/report-schema';
import { QueryFailure } from '../query-failure.ts';
import { redactTexts } from '../redact-texts.ts';
import type { TokenHeader, TokenSource } from './login.ts';
import type { PreparedRequest } from './request.ts';
import type { Secrets } from './secrets.ts';
import { readStatusFailure, sendRequest } from './send-request.ts';

/** What all requests of a target share. */
export interface Connection {
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  readonly secrets: Secrets;
  readonly login: TokenSource | undefined;
  readonly statuses: ReadonlyMap<string, FinalStatus>;
}

function withHeader(request: PreparedRequest, header: TokenHeader | undefined): PreparedRequest {
  return header === undefined ? request : { ...request, headers: { ...request.headers, [header.name]: header.value } };
}

/** Calls `begin` right before the request that counts: a login is not the time of the system under test. */
export async function sendWithToken(
  connection: Connection,
  prepared: PreparedRequest,
  label: string,
  signal: AbortSignal,
  begin: () => void,
): Promise<Response> {
  const { login } = connection;
  for (let first = true; ; first = false) {
    const header = await login?.header(signal);
    begin();
    const response = await sendRequest(withHeader(prepared, header), { fetch: connection.fetch, signal, label });
    if (!first || header === undefined || login?.isExpired(response.status) !== true) return response;
    await response.body?.cancel();
    login.drop(header);
  }
}

/** The failure of a response whose status is no success, under the configuration's `http_<status>` words. */
export async function readFailure(connection: Connection, response: Response, label: string): Promise<QueryFailure> {
  const failure = await readStatusFailure(response, label, connection.now());
  const status = connection.statuses.get(`http_${response.status}`);
  if (status === undefined || status === 'success') return failure;
  return new QueryFailure({
    message: failure.message,
    error_type: failure.error_type,
    metadata: failure.metadata,
    final_status: status,
  });
}

/** A failure with every secret taken out of its texts. */
export function redactFailure(error: unknown, secrets: Secrets): unknown {
  if (!(error instanceof QueryFailure)) return error;
  const { error_type, retryable, final_status, retry_after_ms, metadata, partial } = error;
  return new QueryFailure({
    message: secrets.redact(error.message),
    error_type,
    retryable,
    final_status,
    retry_after_ms,
    metadata: redactTexts(metadata, secrets.redact),
    partial,
  });
}
