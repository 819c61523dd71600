import type { ObjectBody } from './object-store.ts';

const encoder = new TextEncoder();

function toBytes(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

/** The bytes of a body, chunk by chunk, small texts gathered into chunks of about `size` bytes. */
export async function* readBody(body: ObjectBody, size = 262_144): AsyncGenerator<Uint8Array> {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    yield toBytes(body);
    return;
  }
  let gathered: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = toBytes(chunk);
    gathered.push(bytes);
    length += bytes.byteLength;
    if (length < size) continue;
    yield gathered.length === 1 ? bytes : Buffer.concat(gathered);
    gathered = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(gathered);
}

/** All bytes of a body or of a read stream, in a buffer of their own. */
export async function collectBytes(body: ObjectBody): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBody(body)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
