import { UsageError } from './verb.ts';

/** A whole number of at least `min`. */
export function wholeNumber(flag: string, min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
    throw new UsageError(`${flag}: expected a whole number of at least ${min}, got ${JSON.stringify(text)}`);
  };
}

/** A number of at least `min`. */
export function decimal(flag: string, min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value) && value >= min) return value;
    throw new UsageError(`${flag}: expected a number of at least ${min}, got ${JSON.stringify(text)}`);
  };
}

/** One of a fixed set of words. */
export function oneOf(flag: string, words: readonly string[]): (text: string) => string {
  return (text) => {
    if (words.includes(text)) return text;
    throw new UsageError(`${flag}: expected one of ${words.join(', ')}, got ${JSON.stringify(text)}`);
  };
}

/** Texts separated by commas; a repeated flag adds to the list. */
export function list(text: string, previous: unknown): string[] {
  const earlier = Array.isArray(previous) ? (previous as string[]) : [];
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return [...earlier, ...items];
}

/** A flag that may be given several times, each with one text that may hold commas. */
export function repeated(text: string, previous: unknown): string[] {
  return [...(Array.isArray(previous) ? (previous as string[]) : []), text];
}
