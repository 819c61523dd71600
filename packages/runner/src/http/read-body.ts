import { QueryFailure } from '../query-failure.ts';
import { toNetworkFailure } from './http-failure.ts';

export interface BodyOptions {
  /** Longest body in bytes. */
  readonly maxBytes: number;
  readonly label: string;
  readonly signal: AbortSignal;
}

function charsetOf(response: Response): string {
  return /charset\s*=\s*"?([^";\s]+)/i.exec(response.headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
}

type Decoder = InstanceType<typeof TextDecoder>;

function createDecoder(charset: string, label: string): Decoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (cause) {
    throw new QueryFailure({
      message: `the answer comes in the unknown encoding ${charset} (${label})`,
      error_type: 'wrong_content_type',
      cause,
    });
  }
}

/** The text of some bytes; of bytes that are no text, what comes before the first that is none, and the fault. */
function decodeBytes(decoder: Decoder, bytes: Uint8Array): { readonly text: string; readonly fault?: unknown } {
  try {
    return { text: decoder.decode(bytes, { stream: true }) };
  } catch (fault) {
    const lenient = new TextDecoder(decoder.encoding).decode(bytes);
    return { text: lenient.slice(0, Math.max(0, lenient.indexOf('\ufffd'))), fault };
  }
}

/** The text of a body as it arrives. Rejects with `invalid_utf8`, `too_large` or a network failure. */
export async function* readBody(response: Response, options: BodyOptions): AsyncGenerator<string> {
  const { label, maxBytes, signal } = options;
  const charset = charsetOf(response);
  const decoder = createDecoder(charset, label);
  const invalid = (cause: unknown): QueryFailure =>
    new QueryFailure({ message: `the answer is not valid ${charset} (${label})`, error_type: 'invalid_utf8', cause });
  let size = 0;
  try {
    for await (const bytes of response.body ?? []) {
      size += bytes.byteLength;
      if (size > maxBytes) {
        throw new QueryFailure({
          message: `the answer is longer than ${maxBytes} bytes (${label})`,
          error_type: 'too_large',
          metadata: { max_bytes: maxBytes },
        });
      }
      const { text, fault } = decodeBytes(decoder, bytes);
      if (text !== '') yield text;
      if (fault !== undefined) throw invalid(fault);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toNetworkFailure(error, label);
  }
  try {
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (cause) {
    throw invalid(cause);
  }
}
