import { formatApart, formatFixed, groupThousands, NEAR, NO_VALUE } from './fixed.ts';
import type { NumberStyle } from './number-style.ts';

/** A printed number and its unit apart, for pages that set the unit smaller. */
export interface ValueParts {
  readonly text: string;
  /** `%`, `ms` or empty. */
  readonly unit: string;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= NEAR;
}

function scaleOf(style: NumberStyle): number {
  return style.kind === 'percent' ? 100 : 1;
}

function unitOf(style: NumberStyle): string {
  if (style.kind === 'percent') return '%';
  return style.kind === 'ms' ? 'ms' : '';
}

/** Joins a number and its unit: `90.1%`, `1,052 ms`, `0.798`. */
export function joinParts(parts: ValueParts): string {
  return parts.unit === 'ms' ? `${parts.text} ms` : `${parts.text}${parts.unit}`;
}

/**
 * A value as text and unit. Null gives `—` without a unit. A value that is neither 0 nor 1 never prints as 0, 1, 0 % or
 * 100 %; nor as `other`, where that is another number (a target that is missed by little): digits are added instead.
 */
export function formatParts(value: number | null, style: NumberStyle, other: number | null = null): ValueParts {
  if (value === null || !Number.isFinite(value)) return { text: NO_VALUE, unit: '' };
  const unit = unitOf(style);
  const scale = scaleOf(style);
  const isRatio = style.kind === 'percent' || style.kind === 'decimal';
  if (isNear(value, 0)) return { text: '0', unit };
  if (isRatio && isNear(value, 1)) return { text: String(scale), unit };
  const forbidden = isRatio ? [0, scale] : [0];
  if (other !== null && !isNear(other, value)) forbidden.push(other * scale);
  const digits = style.kind === 'count' && !Number.isInteger(value) ? Math.max(1, style.digits) : style.digits;
  const text = formatApart(value * scale, digits, forbidden);
  return { text: isRatio ? text : groupThousands(text), unit };
}

/** A value as one text; see {@link formatParts}. */
export function formatValue(value: number | null, style: NumberStyle, other: number | null = null): string {
  return joinParts(formatParts(value, style, other));
}

const EXACT_DIGITS = 10;

/** A number that a person chose (a target): never rounded to another one, at least the style's digits. */
export function formatExact(value: number | null, style: NumberStyle): string {
  if (value === null || !Number.isFinite(value)) return NO_VALUE;
  const scaled = value * scaleOf(style);
  for (let digits = style.digits; digits < EXACT_DIGITS; digits++) {
    if (!isNear(Number(scaled.toFixed(digits)), scaled)) continue;
    return joinParts({ text: groupThousands(formatFixed(scaled, digits)), unit: unitOf(style) });
  }
  return joinParts({ text: groupThousands(formatFixed(scaled, EXACT_DIGITS)), unit: unitOf(style) });
}
