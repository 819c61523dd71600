import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';

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

/** Status and headers of a response, names in lower case. */
interface ResponseHead {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

function readHead(status: number, raw: readonly Uint8Array[]): ResponseHead {
  const texts = raw.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
  const headers = new Map<string, string>();
  for (let index = 0; index < texts.length; index += 2) {
    const name = (texts[index] ?? '').toLowerCase();
    const earlier = headers.get(name);
    const value = texts[index + 1] ?? '';
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { status, headers };
}

/** What the SDK reads of a response; a full `Response` costs more than everything else about a request. */
function toResponse({ status, headers }: ResponseHead, chunks: readonly Uint8Array[]): Response {
  const decode = DECODERS[headers.get('content-encoding') ?? ''];
  const [first = new Uint8Array(0)] = chunks;
  const received = chunks.length <= 1 ? first : Buffer.concat(chunks);
  const bytes = decode === undefined ? received : decode(received);
  const text = async (): Promise<string> => Buffer.from(bytes).toString('utf8');
  const response = {
    ok: status >= 200 && status < 300,
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers,
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

let lastPlace: { readonly url: string; readonly place: { readonly origin: string; readonly path: string } } | undefined;

/** Origin and path of an address; nearly all requests go to the same one. */
function readPlace(url: string): { readonly origin: string; readonly path: string } {
  if (lastPlace?.url === url) return lastPlace.place;
  const { origin, pathname, search } = new URL(url);
  lastPlace = { url, place: { origin, path: `${pathname}${search}` } };
  return lastPlace.place;
}

/** Sends a request; the response is gathered as it comes, without a stream between. Rejects with the client's error. */
function send(options: Dispatcher.DispatchOptions, signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let head: ResponseHead | undefined;
    let abort: ((reason?: Error) => void) | undefined;
    const onAbort = (): void => {
      abort?.();
      reject(signal?.reason);
    };
    const end = (finish: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    agent.dispatch(options, {
      onConnect(cancel) {
        abort = cancel;
        if (signal?.aborted === true) cancel();
      },
      onHeaders(status, raw) {
        if (status >= 200) head = readHead(status, raw);
        return true;
      },
      onData(chunk) {
        chunks.push(chunk);
        return true;
      },
      onComplete() {
        end(() => {
          try {
            resolve(toResponse(head ?? { status: 0, headers: new Map() }, chunks));
          } catch (cause) {
            reject(cause);
          }
        });
      },
      onError: (cause) => end(() => reject(cause)),
    });
  });
}

/**
 * A fetch over undici's dispatcher for JSON requests with a text body, with the manners the SDK relies on: a TypeError for
 * a network fault, the signal's reason on abort. Costs a fraction of the built-in one, so that a fast server is not kept
 * waiting. Never follows a redirect. Its response has status, headers, body reader, text and json, nothing else.
 */
export const httpFetch: Fetch = async (input, init) => {
  const signal = init?.signal ?? undefined;
  signal?.throwIfAborted();
  const options: Dispatcher.DispatchOptions = {
    ...readPlace(String(input instanceof Request ? input.url : input)),
    method: (init?.method ?? 'GET') as Dispatcher.HttpMethod,
    headers: readHeaders(init),
    body: typeof init?.body === 'string' ? init.body : null,
  };
  try {
    return await send(options, signal);
  } catch (cause) {
    throw signal?.aborted === true ? signal.reason : new TypeError('fetch failed', { cause });
  }
};
