import type { LoopbackReply } from './loopback-reply.ts';

const DIMENSIONS = 64;

/** A vector of hashed character pairs: equal texts are equal, texts with words in common are close. */
export function embedText(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  const folded = ` ${text.toLowerCase()} `;
  for (let index = 0; index + 1 < folded.length; index += 1) {
    const hash = (folded.charCodeAt(index) * 31 + folded.charCodeAt(index + 1) * 17) % DIMENSIONS;
    vector[hash] = (vector[hash] ?? 0) + 1;
  }
  return vector;
}

/** Answers an embeddings request. */
export function embedTexts(body: Readonly<Record<string, unknown>>): LoopbackReply {
  const { input, model } = body;
  const texts = Array.isArray(input) ? (input as string[]) : [String(input)];
  return {
    body: {
      object: 'list',
      model,
      data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embedText(text) })),
      usage: { prompt_tokens: texts.join('').length, total_tokens: texts.join('').length },
    },
  };
}
