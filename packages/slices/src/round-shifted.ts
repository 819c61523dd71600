import { createExactSumGroup, type ExactSumPartial } from '@reportcard/statistics';

/** The double nearest to (sum + whole) / divisor, rounded once; `whole` ≥ 0 and `divisor` > 0 are whole numbers. */
export function roundShifted(
  sum: Pick<ExactSumPartial, 'mantissa' | 'exponent'>,
  whole: number,
  divisor: number,
): number {
  const exact = createExactSumGroup(1);
  exact.mergePartial(0, { n: divisor, mantissa: sum.mantissa, exponent: sum.exponent });
  exact.mergePartial(0, { n: 0, mantissa: String(whole), exponent: 0 });
  return exact.mean(0) ?? 0;
}
