import type { ScaledInteger } from './fixed-point-bins.ts';

/** `mantissa × 2^exponent` as plain JSON; the mantissa is a decimal integer, odd or "0". */
export interface ScaledIntegerPartial {
  mantissa: string;
  exponent: number;
}

/** The canonical JSON form of a scaled integer: equal numbers give equal text. */
export function formatScaled(sum: ScaledInteger): ScaledIntegerPartial {
  let { mantissa, exponent } = sum;
  if (mantissa === 0n) return { mantissa: '0', exponent: 0 };
  for (const step of [64, 8, 1]) {
    while (BigInt.asUintN(step, mantissa) === 0n) {
      mantissa >>= BigInt(step);
      exponent += step;
    }
  }
  return { mantissa: mantissa.toString(), exponent };
}

/** Reads the JSON form; throws RangeError when it is not one. */
export function parseScaled(partial: ScaledIntegerPartial): ScaledInteger {
  const { mantissa, exponent } = partial;
  const isWhole = typeof mantissa === 'string' && /^(0|-?[1-9][0-9]*)$/.test(mantissa);
  if (!isWhole || !Number.isInteger(exponent) || exponent < -1074 || exponent > 4096) {
    throw new RangeError(
      `exact sum: partial is damaged: expected a decimal integer and an exponent from -1074, got ` +
        `mantissa ${String(mantissa).slice(0, 40)}, exponent ${exponent}`,
    );
  }
  return { mantissa: BigInt(mantissa), exponent };
}
