import type { RepairLog } from '../importer.ts';
import { parseLooseJson } from './loose-json.ts';

/** One parsed line. */
export interface LooseLine {
  readonly line: number;
  readonly value: unknown;
}

/**
 * Streams JSON Lines out of text: blank lines are passed over, bare NaN is mended and told. Lines end with LF or CRLF.
 * Throws a `data` error with the line for a broken one.
 */
export async function* readLooseJsonLines(
  chunks: AsyncIterable<string>,
  file: string,
  repairs: RepairLog,
): AsyncGenerator<LooseLine> {
  let pieces: string[] = [];
  let line = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      pieces.push(chunk.slice(start, end));
      const text = pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('');
      pieces = [];
      line++;
      start = end + 1;
      if (text.trim() !== '') yield { line, value: parseLooseJson(text, { file, line }, repairs) };
    }
    if (start < chunk.length) pieces.push(chunk.slice(start));
  }
  const text = pieces.join('');
  line++;
  if (text.trim() !== '') yield { line, value: parseLooseJson(text, { file, line }, repairs) };
}
