import { describe, expect, it } from 'vitest';
import { shortName } from '../../src/model/short-name.ts';

describe('shortName', () => {
  it.each([
    ['检索命中 Hit@5', 'Hit@5'],
    ['首字延迟 TTFT P50', 'TTFT P50'],
    ['忠实度', '忠实度'],
    ['Answer correctness', 'Answer correctness'],
    ['答案正确性 (w=1)', '答案正确性 (w=1)'],
  ])('%s is called %s in a sentence', (label, short) => {
    expect(shortName(label)).toBe(short);
  });
});
