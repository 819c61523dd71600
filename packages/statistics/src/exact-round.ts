/** Every finite double is a whole number of 2^-1074. */
export const MIN_EXPONENT: number = -1074;

const words: Float64Array = new Float64Array(1);
const halves: Uint32Array = new Uint32Array(words.buffer);
words[0] = 1;
const HIGH: 0 | 1 = halves[1] === 0 ? 0 : 1;

/** The finite double `x` as a whole number of 2^-1074, exactly. Throws RangeError for NaN and infinities. */
export function toFixedPoint(x: number): bigint {
  if (!Number.isFinite(x)) throw new RangeError(`exact sum: expected a finite number, got ${x}`);
  words[0] = x;
  const high = halves[HIGH] as number;
  const low = halves[1 - HIGH] as number;
  const biased = (high >>> 20) & 0x7ff;
  const top = BigInt(biased === 0 ? high & 0xfffff : (high & 0xfffff) | 0x100000);
  const mantissa = ((top << 32n) | BigInt(low)) << BigInt(biased === 0 ? 0 : biased - 1);
  return high >>> 31 === 1 ? -mantissa : mantissa;
}

/** Number of bits of a positive integer; 0 for 0. */
function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return value === 0n ? 0 : (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex.charAt(0), 16)));
}

/**
 * The double nearest to `numerator / denominator × 2^exponent`, ties to even, rounded once (subnormal results too).
 * `denominator` must be positive. Values beyond the largest double become ±Infinity.
 */
export function roundRatio(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  const size = numerator < 0n ? -numerator : numerator;
  let unit = Math.max(MIN_EXPONENT, bitLength(size) - bitLength(denominator) + exponent - 53);
  let quotient = divideToUnit(size, denominator, exponent - unit);
  if (quotient > 1n << 53n) {
    unit += 1;
    quotient = divideToUnit(size, denominator, exponent - unit);
  }
  const value = Number(quotient) * 2 ** unit;
  return numerator < 0n ? -value : value;
}

/** `round(numerator × 2^shift / denominator)`, ties to even. */
function divideToUnit(numerator: bigint, denominator: bigint, shift: number): bigint {
  const top = shift > 0 ? numerator << BigInt(shift) : numerator;
  const bottom = shift < 0 ? denominator << BigInt(-shift) : denominator;
  const quotient = top / bottom;
  const twice = 2n * (top - quotient * bottom);
  if (twice > bottom || (twice === bottom && (quotient & 1n) === 1n)) return quotient + 1n;
  return quotient;
}
