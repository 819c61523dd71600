import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';

type Fetch = typeof globalThis.fetch;

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The body as a stream of one piece. */
function createBody(bytes: Uint8Array): { getReader(): object } {
  return {
    getReader: () => {
      let left: Uint8Array | undefined = bytes;
      return {
        read: async () => {
          const value = left;
          left = undefined;
          return { done: value === undefined, value };
        },
        cancel: async () => undefined,
        releaseLock: () => undefined,
      };
    },
  };
}

/** What the SDK reads of a response; a full `Response` costs more than everything else about a request. */
function toResponse({ statusCode: status, headers: raw }: Dispatcher.ResponseData, received: Uint8Array): Response {
  const decode = DECODERS[String(raw['content-encoding'] ?? '')];
  const bytes = decode === undefined ? received : decode(received);
  const text = async (): Promise<string> => Buffer.from(bytes).toString('utf8');
  const response = {
    ok: status >= 200 && status < 300,
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: new Map(Object.entries(raw).map(([name, value]) => [name, String(value)])),
    body: createBody(bytes),
    text,
    json: async (): Promise<unknown> => JSON.parse(await text()),
  };
  return response as unknown as Response;
}

function readHeaders(init: RequestInit | undefined): Record<string, string> {
  const { headers = {} } = init ?? {};
  const plain = headers instanceof Headers || Array.isArray(headers) ? Object.fromEntries(headers) : headers;
  return { ...plain, 'accept-encoding': 'identity' };
}

/** Time limits are set by those who ask; connections are kept and let the process end. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 0 });

/**
 * A fetch over undici's `request` for JSON requests with a text body, with the manners the SDK relies on: a TypeError for
 * a network fault, the signal's reason on abort. Costs a fraction of the built-in one, so that a fast server is not kept
 * waiting. Never follows a redirect. Its response has status, headers, body reader, text and json, nothing else.
 */
export const httpFetch: Fetch = async (input, init) => {
  const signal = init?.signal ?? undefined;
  try {
    const response = await request(input instanceof Request ? input.url : input, {
      dispatcher: agent,
      method: (init?.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: readHeaders(init),
      ...(typeof init?.body === 'string' ? { body: init.body } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
    return toResponse(response, new Uint8Array(await response.body.arrayBuffer()));
  } catch (cause) {
    throw signal?.aborted === true ? signal.reason : new TypeError('fetch failed', { cause });
  }
};
