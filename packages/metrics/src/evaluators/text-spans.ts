import { getOwn } from '@reportcard/report-schema';

/** A stretch of characters of a file: from `start` to before `end`. */
export interface TextSpan {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

type Part = Readonly<Record<string, unknown>>;

const FILE_KEYS = ['file_path', 'document_id', 'source_key', 'object_key'];
const START_KEYS = ['start', 'char_start', 'start_char'];
const END_KEYS = ['end', 'char_end', 'end_char'];

function firstOf(parts: readonly Part[], keys: readonly string[]): unknown {
  for (const part of parts) {
    for (const key of keys) {
      const value = getOwn(part, key);
      if (value !== undefined && value !== null) return value;
    }
  }
  return undefined;
}

/**
 * Reads a span out of a locator, source or metadata: a file under `file_path`, `document_id`, `source_key` or
 * `object_key`, and either `span: [start, end]` or `start` and `end` (also `char_start`/`char_end`). null when it is
 * incomplete, or does not have 0 ≤ start < end.
 */
export function readSpan(parts: readonly Part[]): TextSpan | null {
  const file = firstOf(parts, FILE_KEYS);
  const span = firstOf(parts, ['span']);
  const [start, end] = Array.isArray(span) ? span : [firstOf(parts, START_KEYS), firstOf(parts, END_KEYS)];
  if (typeof file !== 'string' || typeof start !== 'number' || typeof end !== 'number') return null;
  return start >= 0 && start < end ? { file, start, end } : null;
}

/** Joins spans that overlap or touch, so that each character counts once. */
export function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const sorted = [...spans].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start));
  const merged: TextSpan[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || last.file !== span.file || span.start > last.end) merged.push(span);
    else merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) };
  }
  return merged;
}

/** Characters in a list of merged spans. */
export function countCharacters(spans: readonly TextSpan[]): number {
  return spans.reduce((sum, span) => sum + span.end - span.start, 0);
}

/** Characters that two lists of merged spans share. */
export function countOverlap(a: readonly TextSpan[], b: readonly TextSpan[]): number {
  let sum = 0;
  for (const one of a) {
    for (const other of b) {
      if (one.file === other.file) sum += Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
    }
  }
  return sum;
}
