import { describe, expect, it } from 'vitest';
import {
  COUNT,
  DECIMAL,
  formatDelta,
  formatInterval,
  formatScored,
  formatShare,
  formatTarget,
  MILLISECONDS,
  PERCENT,
} from '../../src/index.ts';

describe('formatDelta', () => {
  it.each([
    [0.032, PERCENT, '+3.2 pp'],
    [-0.024, PERCENT, '−2.4 pp'],
    [0.018, DECIMAL, '+0.018'],
    [6, MILLISECONDS, '+6 ms'],
    [-1234, MILLISECONDS, '−1,234 ms'],
    [2, COUNT, '+2'],
  ])('carries a sign and a unit: %s', (difference, style, text) => {
    expect(formatDelta(difference, style)).toBe(text);
  });

  it('tells no difference from an unknown one', () => {
    expect(formatDelta(0, PERCENT)).toBe('0 pp');
    expect(formatDelta(null, PERCENT)).toBe('—');
  });

  it('adds digits rather than print a difference as 0', () => {
    expect(formatDelta(0.0001, PERCENT)).toBe('+0.01 pp');
  });
});

describe('formatInterval', () => {
  it.each([
    [[0.939, 0.977], PERCENT, '93.9% – 97.7%'],
    [[0.764, 0.833], DECIMAL, '0.764 – 0.833'],
    [[961, 1139], MILLISECONDS, '961 – 1,139 ms'],
    [[0, 1], PERCENT, '0% – 100%'],
    [[null, 0.5], PERCENT, '≤ 50.0%'],
    [[0.5, null], PERCENT, '≥ 50.0%'],
  ] as const)('prints %s', (interval, style, text) => {
    expect(formatInterval(interval, style)).toBe(text);
  });

  it('prints a missing interval as a dash', () => {
    expect(formatInterval(null, PERCENT)).toBe('—');
    expect(formatInterval([null, null], PERCENT)).toBe('—');
  });
});

describe('formatTarget', () => {
  it('shows the direction', () => {
    expect(formatTarget('min', 0.9, PERCENT)).toBe('≥ 90.0%');
    expect(formatTarget('max', 1500, MILLISECONDS)).toBe('≤ 1,500 ms');
    expect(formatTarget('min', null, PERCENT)).toBe('—');
  });
});

describe('counts', () => {
  it('show a part where only a part was scored', () => {
    expect(formatScored(22, 22)).toBe('22');
    expect(formatScored(1022, 1025)).toBe('1,022/1,025');
  });

  it('show a share of nothing as a dash', () => {
    expect(formatShare(1, 8)).toBe('12.5%');
    expect(formatShare(0, 8)).toBe('0%');
    expect(formatShare(0, 0)).toBe('—');
  });
});
