import { formatApart, groupThousands, MINUS, NEAR, NO_VALUE } from './fixed.ts';
import type { NumberStyle } from './number-style.ts';
import { formatExact, formatParts, formatValue, joinParts } from './value.ts';

/** A difference with its sign: `+3.2 pp`, `−0.018`, `+6 ms`; `0 pp` when there is none, `—` when it is not known. */
export function formatDelta(difference: number | null, style: NumberStyle): string {
  if (difference === null || !Number.isFinite(difference)) return NO_VALUE;
  const unit = { percent: ' pp', decimal: '', ms: ' ms', count: '' }[style.kind];
  if (Math.abs(difference) <= NEAR) return `0${unit}`;
  const scale = style.kind === 'percent' ? 100 : 1;
  const size = groupThousands(formatApart(Math.abs(difference) * scale, style.digits, [0]));
  return `${difference < 0 ? MINUS : '+'}${size}${unit}`;
}

/** An interval: `93.9% – 97.7%`; with one open end `≥ 93.9%`; `—` when there is none. */
export function formatInterval(interval: readonly [number | null, number | null] | null, style: NumberStyle): string {
  const [low, high] = interval ?? [null, null];
  if (low === null && high === null) return NO_VALUE;
  if (low === null) return `≤ ${formatValue(high, style)}`;
  if (high === null) return `≥ ${formatValue(low, style)}`;
  if (style.kind !== 'ms') return `${formatValue(low, style)} – ${formatValue(high, style)}`;
  return `${formatParts(low, style).text} – ${joinParts(formatParts(high, style))}`;
}

/** A target as it was set: `≥ 90.0%`, `≤ 1,500 ms`. */
export function formatTarget(direction: 'min' | 'max', threshold: number | null, style: NumberStyle): string {
  if (threshold === null) return NO_VALUE;
  return `${direction === 'min' ? '≥' : '≤'} ${formatExact(threshold, style)}`;
}
