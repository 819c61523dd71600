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

/** A part of a whole: `2/4` is the second of four. */
export function partOf(flag: string): (text: string) => { readonly index: number; readonly count: number } {
  return (text) => {
    const [, first = '', second = ''] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
    const [index, count] = [Number(first), Number(second)];
    if (index >= 1 && index <= count) return { index, count };
    throw new UsageError(`${flag}: expected a part such as 2/4, got ${JSON.stringify(text)}`);
  };
}
