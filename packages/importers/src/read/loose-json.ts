import { parseJson } from '@reportcard/report-schema';
import type { RepairLog } from '../importer.ts';

/** A place for messages. */
export interface JsonPlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly path?: string | undefined;
}

interface MendedJson {
  readonly text: string;
  /** Bare NaN and Infinity that became null. */
  readonly literals: number;
  /** Raw line breaks and other control characters inside strings that were escaped. */
  readonly controls: number;
}

const LITERAL = /-?(?:NaN|Infinity)(?![A-Za-z0-9_$])/y;

function escapeControl(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Makes valid JSON of what Python and hand-edited files hold: bare NaN and Infinity, raw control characters in strings. */
export function mendJson(text: string): MendedJson {
  const pieces: string[] = [];
  let literals = 0;
  let controls = 0;
  let done = 0;
  let inString = false;
  const replace = (from: number, to: number, by: string): void => {
    pieces.push(text.slice(done, from), by);
    done = to;
  };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index++;
      else if (code === 34) inString = false;
      else if (code < 0x20) {
        replace(index, index + 1, escapeControl(code));
        controls++;
      }
      continue;
    }
    if (code === 34) inString = true;
    else if (code === 78 || code === 73 || code === 45) {
      LITERAL.lastIndex = index;
      const literal = LITERAL.exec(text)?.[0];
      if (literal === undefined) continue;
      replace(index, index + literal.length, 'null');
      literals++;
      index += literal.length - 1;
    }
  }
  if (pieces.length === 0) return { text, literals, controls };
  return { text: pieces.join('') + text.slice(done), literals, controls };
}

/** Parses JSON, mending what can be mended without a doubt and telling it. Throws a `data` error for the rest. */
export function parseLooseJson(text: string, place: JsonPlace, repairs: RepairLog): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  const mended = mendJson(text);
  const value = parseJson(mended.text, place);
  repairs.add('bare_nan', 'bare NaN or Infinity was read as a missing value', mended.literals);
  repairs.add('raw_control', 'raw line breaks or control characters inside JSON texts were accepted', mended.controls);
  return value;
}
