import { groupThousands, NO_VALUE } from './fixed.ts';
import { PERCENT } from './number-style.ts';
import { formatValue } from './value.ts';

/** A whole number with thousands commas. */
export function formatCount(n: number): string {
  return groupThousands(String(n));
}

/** A part of a whole as a percentage; `—` when the whole is 0. */
export function formatShare(n: number, total: number): string {
  return total === 0 ? NO_VALUE : formatValue(n / total, PERCENT);
}

/** `22`, or `22/25` where only a part was scored. */
export function formatScored(nScored: number, nTotal: number): string {
  return nScored === nTotal ? formatCount(nTotal) : `${formatCount(nScored)}/${formatCount(nTotal)}`;
}
