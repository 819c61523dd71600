import type { ObjectBody } from './object-store.ts';

/** Gathers pieces into chunks of about `size` bytes; texts are joined first and encoded together. */
class Gatherer {
  readonly #size: number;
  #texts: string[] = [];
  #characters = 0;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Takes a piece; gives a chunk when there is enough. */
  add(piece: string | Uint8Array): Uint8Array | undefined {
    if (typeof piece === 'string') {
      this.#texts.push(piece);
      this.#characters += piece.length;
      if (this.#characters < this.#size) return undefined;
    }
    this.#encode();
    if (typeof piece !== 'string') this.#addBytes(piece);
    return this.#bytes < this.#size ? undefined : this.rest();
  }

  /** What is left; undefined when that is nothing. */
  rest(): Uint8Array | undefined {
    this.#encode();
    const [first] = this.#chunks;
    const whole = this.#chunks.length <= 1 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#bytes = 0;
    return whole;
  }

  #encode(): void {
    if (this.#characters > 0) this.#addBytes(Buffer.from(this.#texts.join(''), 'utf8'));
    this.#texts = [];
    this.#characters = 0;
  }

  #addBytes(bytes: Uint8Array): void {
    if (bytes.byteLength === 0) return;
    this.#chunks.push(bytes);
    this.#bytes += bytes.byteLength;
  }
}

const CHUNK_BYTES = 262_144;

/** A body that is there or made without waiting. */
export type ReadyBody = string | Uint8Array | Iterable<string | Uint8Array>;

export function isReady(body: ObjectBody): body is ReadyBody {
  return typeof body === 'string' || Symbol.iterator in body;
}

/** As {@link readBody}, for a body that is made without waiting. */
export function* readReadyBody(body: ReadyBody, size: number = CHUNK_BYTES): Generator<Uint8Array> {
  if (typeof body === 'string') {
    yield Buffer.from(body, 'utf8');
    return;
  }
  if (body instanceof Uint8Array) {
    yield body;
    return;
  }
  const gatherer = new Gatherer(size);
  for (const piece of body) {
    const chunk = gatherer.add(piece);
    if (chunk !== undefined) yield chunk;
  }
  const rest = gatherer.rest();
  if (rest !== undefined) yield rest;
}

/** The bytes of a body, chunk by chunk, small texts gathered into chunks of about `size` bytes. */
export async function* readBody(body: ObjectBody, size: number = CHUNK_BYTES): AsyncGenerator<Uint8Array> {
  if (isReady(body)) {
    yield* readReadyBody(body, size);
    return;
  }
  const gatherer = new Gatherer(size);
  for await (const piece of body) {
    const chunk = gatherer.add(piece);
    if (chunk !== undefined) yield chunk;
  }
  const rest = gatherer.rest();
  if (rest !== undefined) yield rest;
}

/** All bytes of a body or of a read stream, in a buffer of their own. */
export async function collectBytes(body: ObjectBody): Promise<Uint8Array> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBody(body)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
