import { NO_VALUE } from './fixed.ts';

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A point in time as it was written, to the minute: `2026-06-01 14:30 +08:00`, `2026-06-01 06:30 UTC`. It is never moved
 * to the zone of the machine that renders. `—` for null; a text in another form is given back as it is.
 */
export function formatInstant(at: string | null): string {
  if (at === null) return NO_VALUE;
  const match = ISO.exec(at.trim());
  if (match === null) return at;
  const [, date = '', time, zone] = match;
  if (time === undefined) return date;
  if (zone === undefined) return `${date} ${time}`;
  return `${date} ${time} ${zone === 'Z' ? 'UTC' : zone}`;
}

/** The date of a point in time as it was written: `2026-06-01`. */
export function formatDay(at: string | null): string {
  const text = formatInstant(at);
  return ISO.test(text) || /^\d{4}-\d{2}-\d{2} /.test(text) ? text.slice(0, 10) : text;
}

/** A duration for people: `850 ms`, `2.3 s`, `1 min 05 s`. */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return NO_VALUE;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
