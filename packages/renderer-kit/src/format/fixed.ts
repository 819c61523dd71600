/** Values this close to 0 or 1 print as 0 or 1 (DESIGN §4). */
export const NEAR = 1e-9;

/** U+2212, as wide as the plus sign. */
export const MINUS = '\u2212';

/** Shown for a value that is not there; 0 is never shown like this. */
export const NO_VALUE = '—';

/** `1234567` → `1,234,567`; takes a text of digits with an optional fraction. */
export function groupThousands(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Rounds to `digits` decimal places without regard to locale; a result of zero carries no sign. */
export function formatFixed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

const MOST_DIGITS = 12;

/** As {@link formatFixed}, with more digits as long as the text would pass for one of the `forbidden` numbers. */
export function formatApart(value: number, digits: number, forbidden: readonly number[]): string {
  for (let places = digits; places < MOST_DIGITS; places++) {
    const text = formatFixed(value, places);
    if (!forbidden.some((other) => text === formatFixed(other, places))) return text;
  }
  return formatFixed(value, MOST_DIGITS);
}
