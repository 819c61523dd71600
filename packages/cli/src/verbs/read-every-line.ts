import { findForeignContent, type Problem, parseJson, ReportcardError } from '@reportcard/report-schema';

/** A file as a stream of bytes, with its name for messages. */
export interface ByteFile {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** One line: its value, or why it has none. */
export type EveryLine =
  | { readonly line: number; readonly value: unknown; readonly problem?: undefined }
  | { readonly line: number; readonly value?: undefined; readonly problem: Problem };

function readOne(bytes: Buffer, line: number, file: string): EveryLine | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { line, problem: { file, line, message: 'the line is not valid UTF-8', expected: 'UTF-8 text' } };
  }
  if (text.trim() === '') return undefined;
  try {
    return { line, value: parseJson(text, { file, line }) };
  } catch (error) {
    if (!(error instanceof ReportcardError)) throw error;
    return { line, problem: error.problems[0] ?? { file, line, message: error.message } };
  }
}

/** Reads JSON Lines to the end whatever is wrong with single lines, so that all problems can be listed. */
export async function* readEveryLine(file: ByteFile): AsyncGenerator<EveryLine> {
  let rest = Buffer.alloc(0);
  let line = 0;
  let seen = 0;
  for await (const chunk of file.open()) {
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      line++;
      const read = readOne(bytes.subarray(start, end), line, file.name);
      start = end + 1;
      if (read === undefined) continue;
      if (seen++ === 0 && read.problem !== undefined) {
        const foreign = findForeignContent(bytes.subarray(0, 200).toString('utf8'), { file: file.name });
        if (foreign !== undefined) {
          yield { line, problem: foreign };
          return;
        }
      }
      yield read;
    }
    rest = bytes.subarray(start);
  }
  const last = rest.length === 0 ? undefined : readOne(rest, line + 1, file.name);
  if (last !== undefined) yield last;
  else if (seen === 0)
    yield { line: 1, problem: { file: file.name, message: 'the file is empty', expected: 'one JSON object a line' } };
}
