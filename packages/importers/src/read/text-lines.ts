import { StringDecoder } from 'node:string_decoder';
import type { ImportFile } from '../importer.ts';

/** A line that is neither blank nor a comment, with its physical number, from 1. */
export interface TextLine {
  readonly line: number;
  readonly text: string;
}

/** Lines of a text file in UTF-8: BOM, LF and CRLF are accepted, blank lines and lines that begin with `#` passed over. */
export async function* readTextLines(file: ImportFile): AsyncGenerator<TextLine> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let line = 0;
  function* split(text: string, last: boolean): Generator<TextLine> {
    const lines = (rest + text).split('\n');
    rest = last ? '' : (lines.pop() ?? '');
    for (const raw of lines) {
      line++;
      const clean = (line === 1 && raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw).replace(/\r$/, '');
      if (clean.trim() !== '' && !clean.startsWith('#')) yield { line, text: clean };
    }
  }
  for await (const chunk of file.open()) yield* split(decoder.write(Buffer.from(chunk)), false);
  yield* split(decoder.end(), true);
}
