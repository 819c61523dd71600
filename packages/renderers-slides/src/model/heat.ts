/** How far a value falls short: 0 not at all (or not known), 4 most. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4;

const NEAR = 1e-9;
/** Relative shortfall up to which a level goes: where more is better, and where less is better. */
const STEPS_MORE = [0.04, 0.13, 0.26] as const;
const STEPS_LESS = [0.1, 0.35, 0.7] as const;

/**
 * Colour level of a value against its reference: relative shortfall ≤ 4 / 13 / 26 % gives 1 / 2 / 3, more gives 4; for
 * metrics where less is better ≤ 10 / 35 / 70 %. A reference of 0 is exceeded by everything above it: level 4.
 */
export function heatLevel(value: number | null, reference: number | null, higherIsBetter: boolean): HeatLevel {
  if (value === null || reference === null) return 0;
  const gap = higherIsBetter ? reference - value : value - reference;
  if (gap <= NEAR) return 0;
  const relative = reference === 0 ? Number.POSITIVE_INFINITY : gap / Math.abs(reference);
  const steps = higherIsBetter ? STEPS_MORE : STEPS_LESS;
  const at = steps.findIndex((step) => relative <= step + NEAR);
  return at < 0 ? 4 : (([1, 2, 3] as const)[at] ?? 4);
}
