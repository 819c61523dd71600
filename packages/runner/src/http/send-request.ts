import { QueryFailure } from '../query-failure.ts';
import { createStatusFailure, toNetworkFailure } from './http-failure.ts';
import type { PreparedRequest } from './request.ts';
import { parseRetryAfter } from './retry-after.ts';

export interface SendOptions {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** Address for messages, without secrets. */
  readonly label: string;
}

const MOST_REDIRECTS = 5;
const PREVIEW_BYTES = 2000;
const PREVIEW_CHARACTERS = 500;

/** Where a redirect leads when it may be followed: within the origin, and without turning a POST into a GET. */
function followable(response: Response, request: PreparedRequest): string | undefined {
  const location = response.headers.get('location');
  const target = location !== null && URL.canParse(location, request.url) ? new URL(location, request.url) : undefined;
  if (target === undefined || target.origin !== new URL(request.url).origin) return undefined;
  const keepsMethod = response.status === 307 || response.status === 308 || request.method === 'GET';
  return keepsMethod ? target.href : undefined;
}

function describeTarget(response: Response, request: PreparedRequest): string {
  const location = response.headers.get('location') ?? '';
  return URL.canParse(location, request.url) ? new URL(location, request.url).origin : 'nowhere';
}

/** Sends a request; follows redirects within the origin. Rejects with a QueryFailure for network faults and other redirects. */
export async function sendRequest(request: PreparedRequest, options: SendOptions): Promise<Response> {
  let { url } = request;
  for (let redirects = 0; ; redirects++) {
    let response: Response;
    try {
      const body = request.body === undefined ? {} : { body: request.body };
      response = await options.fetch(url, {
        method: request.method,
        headers: request.headers,
        ...body,
        signal: options.signal,
        redirect: 'manual',
      });
    } catch (error) {
      options.signal.throwIfAborted();
      throw toNetworkFailure(error, options.label);
    }
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    const next = followable(response, { ...request, url });
    if (next === undefined || redirects >= MOST_REDIRECTS) {
      throw new QueryFailure({
        message: `the server redirects to ${describeTarget(response, { ...request, url })} (${options.label})`,
        error_type: 'redirect',
        metadata: { status: response.status },
      });
    }
    url = next;
  }
}

async function readPreview(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= PREVIEW_BYTES) break;
    }
  } catch {
    // The status is the fault to tell; what could be read of the body is enough.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, PREVIEW_BYTES)).slice(0, PREVIEW_CHARACTERS);
}

/** The failure of a response whose status is no success. */
export async function readStatusFailure(response: Response, label: string, now: Date): Promise<QueryFailure> {
  const wait = parseRetryAfter(response.headers.get('retry-after'), now);
  return createStatusFailure(response.status, label, await readPreview(response), wait);
}
