import { describe, expect, it } from 'vitest';
import { composeAnswer } from '../src/compose-answer.ts';
import { defaultSettings } from '../src/recipe-settings.ts';
import { createSearchIndex, type DemoHit } from '../src/search-index.ts';
import type { DemoChunk } from '../src/split-document.ts';

function chunk(id: string, text: string): DemoChunk {
  return { id, documentId: id, name: '', askedAs: '', text };
}

const chunks = [
  chunk('lamp', 'The lamp is green. It needs two cells.'),
  chunk('door', 'The door is oak. The lamp hangs there.'),
];
const index = createSearchIndex(chunks, defaultSettings('en'));
const hits: DemoHit[] = chunks.map((item) => ({ chunk: item, score: 1 }));

describe('composeAnswer', () => {
  it('takes the sentence that holds the terms of the question', () => {
    const answer = composeAnswer('how many cells', hits, index, { passages: 2, sentences: 1 });
    expect(answer).toEqual({ text: 'It needs two cells.', sources: [hits[0]] });
  });
  it('puts several sentences in the order of the passages and names both sources', () => {
    const answer = composeAnswer('oak door, green cells', hits, index, { passages: 2, sentences: 3 });
    expect(answer.text).toBe('The lamp is green. It needs two cells. The door is oak.');
    expect(answer.sources).toEqual(hits);
  });
  it('quotes only the first passages', () => {
    expect(composeAnswer('oak door', hits, index, { passages: 1, sentences: 2 }).text).not.toContain('oak');
  });
  it('falls back on the first sentence of the best passage', () => {
    expect(composeAnswer('zzz', hits, index, { passages: 2, sentences: 2 }).text).toBe('The lamp is green.');
  });
  it('is empty without passages', () => {
    expect(composeAnswer('oak', [], index, { passages: 2, sentences: 2 })).toEqual({ text: '', sources: [] });
  });
});
