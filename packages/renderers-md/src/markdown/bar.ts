const CELLS = 10;

/** A share as ten blocks, `█████░░░░░`: empty only for 0, full only for 1; null gives an empty text. */
export function createBar(share: number | null): string {
  if (share === null) return '';
  const clamped = Math.min(1, Math.max(0, share));
  let filled = Math.round(clamped * CELLS);
  if (clamped > 0) filled = Math.max(1, filled);
  if (clamped < 1) filled = Math.min(CELLS - 1, filled);
  return '█'.repeat(filled) + '░'.repeat(CELLS - filled);
}

/** A bar as a code span, followed by a space that does not break; empty for null. */
export function formatBar(share: number | null): string {
  return share === null ? '' : `\`${createBar(share)}\`\u00a0`;
}
