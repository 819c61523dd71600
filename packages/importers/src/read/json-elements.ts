import { ReportcardError } from '@reportcard/report-schema';
import type { RepairLog } from '../importer.ts';
import { JsonScanner } from './json-scanner.ts';
import { parseLooseJson } from './loose-json.ts';

/** One element of the wanted array. */
export interface JsonElement {
  /** Line it begins on, from 1. */
  readonly line: number;
  /** Position in the array, from 0. */
  readonly index: number;
  readonly value: unknown;
}

export interface JsonElementOptions {
  readonly file: string;
  readonly repairs: RepairLog;
  /** Keys on the way to the array whose elements are wanted; the first array for which this holds is taken. */
  isTarget(path: readonly string[]): boolean;
  /** Is given the document with the array empty, when it has been read to its end. */
  onEnvelope?: ((value: unknown) => void) | undefined;
}

/** Most characters of one element, or of all that stands around them. */
const MAX_PART = 128 * 1024 * 1024;

/**
 * Streams the elements of one array of a JSON document of any size; bare NaN and raw line breaks in texts are mended and
 * told. Throws `data` errors with a line for a document that is broken or cut off. Without the wanted array it yields
 * nothing.
 */
export async function* readJsonElements(
  chunks: AsyncIterable<string>,
  options: JsonElementOptions,
): AsyncGenerator<JsonElement> {
  const { file, repairs } = options;
  let found: { text: string; line: number }[] = [];
  let index = 0;
  const scanner = new JsonScanner({
    isTarget: (path) => options.isTarget(path),
    element: (text, line) => found.push({ text, line }),
  });
  for await (const chunk of chunks) {
    scanner.push(chunk);
    if (scanner.size > MAX_PART) {
      throw new ReportcardError({
        code: 'data',
        file,
        line: scanner.line,
        message: `one value of the document is larger than ${MAX_PART / 1024 / 1024} MiB`,
        hint: 'save the results as JSON Lines or CSV',
      });
    }
    const ready = found;
    found = [];
    for (const { text, line } of ready)
      yield { line, index: index++, value: parseLooseJson(text, { file, line }, repairs) };
  }
  for (const { text, line } of found)
    yield { line, index: index++, value: parseLooseJson(text, { file, line }, repairs) };
  if (!scanner.complete) {
    throw new ReportcardError({
      code: 'data',
      file,
      line: scanner.line,
      message: 'the JSON document ends in the middle: it was cut off',
      hint: 'write or download it again',
    });
  }
  if (scanner.trailing) {
    throw new ReportcardError({
      code: 'data',
      file,
      line: scanner.line,
      message: 'something follows the end of the JSON document',
      expected: 'one JSON value',
      hint: 'files of several values hold one a line',
    });
  }
  const envelope = parseLooseJson(scanner.envelope(), { file }, repairs);
  options.onEnvelope?.(envelope);
}
