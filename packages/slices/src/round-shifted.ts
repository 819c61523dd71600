import { type ExactSumPartial, roundRatio } from '@reportcard/statistics';

/** The double nearest to (sum + whole) / divisor, rounded once; `whole` and `divisor` are whole numbers, divisor > 0. */
export function roundShifted(
  sum: Pick<ExactSumPartial, 'mantissa' | 'exponent'>,
  whole: number,
  divisor: number,
): number {
  const exponent = Math.min(0, sum.exponent);
  const mantissa = BigInt(sum.mantissa) << BigInt(sum.exponent - exponent);
  return roundRatio(mantissa + (BigInt(whole) << BigInt(-exponent)), BigInt(divisor), exponent);
}
