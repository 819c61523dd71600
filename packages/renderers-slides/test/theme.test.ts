import { describe, expect, it } from 'vitest';
import { contrastOf } from '../src/theme/contrast.ts';
import { DARK, LIGHT, TEXT_PAIRS } from '../src/theme/tokens.ts';

describe('contrast', () => {
  it('is 21 for black on white and 1 for a colour on itself', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21, 10);
    expect(contrastOf('#1F4FD8', '#1F4FD8')).toBe(1);
  });

  it('knows the published border case #767676 on white', () => {
    expect(contrastOf('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
  });
});

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('theme %s', (_name, theme) => {
  it.each(TEXT_PAIRS)('%s on %s reads with a contrast of at least 4.5', (text, ground) => {
    expect(contrastOf(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5);
  });
});
