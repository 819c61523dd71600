import { describe, expect, it } from 'vitest';
import { estimateWidth, shortenText } from '../../src/svg/text-width.ts';

describe('estimateWidth', () => {
  it('counts a Han character as one em and a Latin letter as about half', () => {
    expect(estimateWidth('选购推荐')).toBe(4);
    expect(estimateWidth('abcd')).toBeGreaterThan(1.6);
    expect(estimateWidth('abcd')).toBeLessThan(2.6);
  });

  it('gives combining marks no width', () => {
    expect(estimateWidth('e\u0301')).toBe(estimateWidth('e'));
  });
});

describe('shortenText', () => {
  it('leaves a text that fits', () => {
    expect(shortenText('选购推荐', 4)).toBe('选购推荐');
  });

  it('cuts with an ellipsis that counts', () => {
    expect(shortenText('会员积分过期补发', 5)).toBe('会员积分…');
  });

  it('never parts a letter from its mark nor an emoji from what joins it', () => {
    expect(shortenText(`aaa${'e\u0301'.repeat(40)}`, 4)).not.toMatch(/e…$/);
    expect(shortenText(`${'👩\u200d👧'.repeat(9)}`, 3.5)).not.toMatch(/\u200d…$/);
  });
});
