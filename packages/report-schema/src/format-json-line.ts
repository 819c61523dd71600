import { ReportcardError } from './reportcard-error.ts';

/** One line of JSON Lines, newline included. Throws a `defect` error on a value that JSON cannot hold (NaN, functions). */
export function formatJsonLine(value: unknown): string {
  const text = holdsNonFinite(value) ? JSON.stringify(value, refuseNonFinite) : JSON.stringify(value);
  return `${text}\n`;
}

/** A quick look for numbers that JSON cannot hold; the slow writer then names the place. */
function holdsNonFinite(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some(holdsNonFinite);
  for (const key of Object.keys(value)) if (holdsNonFinite(Reflect.get(value, key))) return true;
  return false;
}

/** A `JSON.stringify` replacer that throws instead of turning NaN and Infinity into null. */
export function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ReportcardError({
      code: 'defect',
      message: `a file must not hold ${value}`,
      path: key,
      expected: 'a finite number or null',
    });
  }
  return value;
}
