import { describe, expect, it } from 'vitest';
import { formatDay, formatDuration, formatInstant } from '../../src/index.ts';

describe('formatInstant', () => {
  it.each([
    ['2026-06-01T14:30:22+08:00', '2026-06-01 14:30 +08:00'],
    ['2026-06-01T06:30:22.104Z', '2026-06-01 06:30 UTC'],
    ['2026-06-01T14:30:22', '2026-06-01 14:30'],
    ['2026-06-01', '2026-06-01'],
    ['last Monday', 'last Monday'],
    [null, '—'],
  ])('prints %s as it was written, in any time zone', (at, text) => {
    expect(formatInstant(at)).toBe(text);
  });
});

describe('formatDay', () => {
  it('keeps the date as it was written', () => {
    expect(formatDay('2026-06-01T00:10:00+08:00')).toBe('2026-06-01');
    expect(formatDay('last Monday')).toBe('last Monday');
    expect(formatDay(null)).toBe('—');
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [2340, '2.3 s'],
    [65_000, '1 min 05 s'],
    [null, '—'],
  ])('prints %s for people', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
