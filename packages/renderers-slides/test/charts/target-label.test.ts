import { describe, expect, it } from 'vitest';
import { placeTargetLabel } from '../../src/charts/target-label.ts';

describe('placeTargetLabel', () => {
  const line = { text: 'target', y: 100, from: 0, to: 600 };

  it('stands above the line at its left end when nothing is in the way', () => {
    expect(placeTargetLabel({ ...line, curves: [], texts: [] })).toMatchObject({ x: 6, y: 86 });
  });

  it('moves away from a curve that runs along its left half', () => {
    const curve = [
      { x: 0, y: 90 },
      { x: 300, y: 90 },
      { x: 600, y: 0 },
    ];
    const label = placeTargetLabel({ ...line, curves: [curve], texts: [] });
    expect(label.y === 114 || label.x > 300).toBe(true);
  });

  it('keeps off the texts that are there', () => {
    const label = placeTargetLabel({ ...line, curves: [], texts: [{ x: 30, y: 86 }] });
    expect(Math.hypot(label.x - 30, label.y - 86)).toBeGreaterThan(27);
  });

  it('stays on the line', () => {
    const label = placeTargetLabel({
      ...line,
      curves: [
        [
          { x: 0, y: 86 },
          { x: 600, y: 300 },
        ],
      ],
      texts: [],
    });
    expect(label.x).toBeGreaterThanOrEqual(6);
    expect(label.x).toBeLessThan(600);
  });
});
