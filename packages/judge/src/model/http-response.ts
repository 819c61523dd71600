import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

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
export interface ResponseHead {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

export function readHead(status: number, raw: readonly Uint8Array[]): ResponseHead {
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
export function toResponse({ status, headers }: ResponseHead, chunks: readonly Uint8Array[]): Response {
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
