const SHORTEST = 3;
const LONGEST = 17;

/**
 * A number beside the limit it is compared with: as few decimals as show which side of the limit it is on, at least three
 * where it has them. 0.8996 beside 0.9 is `0.8996` and not `0.9`.
 */
export function formatBeside(value: number, limit: number | null): string {
  const side = limit === null ? null : Math.sign(value - limit);
  for (let decimals = SHORTEST; decimals <= LONGEST; decimals += 1) {
    const text = trimZeros(value.toFixed(decimals));
    const isZeroHidden = Number(text) === 0 && value !== 0;
    if (!isZeroHidden && (side === null || Math.sign(Number(text) - (limit ?? 0)) === side)) return text;
  }
  return String(value);
}

/** A share as a percentage, with as many decimals as show which side of the limit it is on. */
export function formatShareBeside(share: number, limit: number): string {
  return `${formatBeside(roundTo15(share * 100), roundTo15(limit * 100))} %`;
}

/** Takes off the last bits that multiplying by 100 adds, so that 0.949 prints as 94.9. */
function roundTo15(value: number): number {
  return Number(value.toPrecision(15));
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
