import { type Problem, ReportcardError } from './reportcard-error.ts';
import type { Place } from './version-gate.ts';

const GIT_LFS = 'version https://git-lfs.github.com/spec/';

/** A sentence about a text that cannot be JSON data at all: a git-lfs pointer, nothing, binary. Undefined when it may be. */
export function findForeignContent(text: string, place: Place = {}): Problem | undefined {
  if (text.startsWith(GIT_LFS)) {
    return {
      ...place,
      message: 'this is a git-lfs pointer, not the data itself',
      hint: 'fetch the real file with: git lfs pull',
    };
  }
  if (text.trim() === '')
    return { ...place, message: 'the file is empty', expected: 'JSON', hint: 'check that it was written completely' };
  if (text.includes('\u0000')) return { ...place, message: 'the file is binary', expected: 'JSON text in UTF-8' };
  return undefined;
}

const NAN_LITERAL = /(?:^|[[:,\s])(NaN|-?Infinity)\b/;

function stripStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
}

/** Parses JSON; throws a `data` error that names a bare NaN literal, a git-lfs pointer or the place of the fault. */
export function parseJson(text: string, place: Place = {}): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return JSON.parse(body);
  } catch (cause) {
    const foreign = findForeignContent(body, place);
    if (foreign !== undefined) throw new ReportcardError({ ...foreign, code: 'data', cause });
    const literal = NAN_LITERAL.exec(stripStrings(body))?.[1];
    if (literal !== undefined) {
      throw new ReportcardError({
        code: 'data',
        ...place,
        message: `${literal} is not JSON`,
        expected: 'a number or null',
        got: literal,
        hint: 'write null for a missing value',
        cause,
      });
    }
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ReportcardError({
      code: 'data',
      ...place,
      message: `this is not valid JSON: ${message}`,
      expected: 'one JSON value',
      hint: 'correct it at that place, or make the file again',
      cause,
    });
  }
}

/** Replaces bare `NaN`, `Infinity` and `-Infinity` outside strings by null; returns the text and how many there were. */
export function replaceNanLiterals(text: string): { text: string; replaced: number } {
  let replaced = 0;
  const result = text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (token) => {
    if (token.startsWith('"')) return token;
    replaced++;
    return 'null';
  });
  return { text: result, replaced };
}
