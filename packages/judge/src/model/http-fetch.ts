import { Agent, type Dispatcher } from 'undici';
import { type ResponseHead, readHead, toResponse } from './http-response.ts';

type Fetch = typeof globalThis.fetch;

function readHeaders(init: RequestInit | undefined): Record<string, string> {
  const { headers = {} } = init ?? {};
  const plain = headers instanceof Headers || Array.isArray(headers) ? Object.fromEntries(headers) : headers;
  return { ...plain, 'accept-encoding': 'identity' };
}

/** Limits of a reply are set by those who ask. Connections are kept and let the process end, once they were made or given up. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 30_000 });

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
