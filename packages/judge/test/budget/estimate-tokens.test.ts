import { describe, expect, it } from 'vitest';
import { estimateTokens, UPPER_RATES } from '../../src/index.ts';

describe('the token estimate', () => {
  it('is 0.74 a Chinese character and 0.59 any other, rounded up, with 8 a message', () => {
    expect(estimateTokens(['门锁保修两年'])).toBe(Math.ceil(6 * 0.74 + 8));
    expect(estimateTokens(['lock'])).toBe(Math.ceil(4 * 0.59 + 8));
    expect(estimateTokens(['门锁', 'A1'])).toBe(Math.ceil(2 * 0.74 + 2 * 0.59 + 16));
  });

  it('has a safe upper variant', () => {
    expect(estimateTokens(['门锁保修两年 ab'], UPPER_RATES)).toBe(Math.ceil(6 * 0.85 + 3 * 0.7 + 8));
  });
});
