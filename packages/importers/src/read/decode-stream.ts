import type { ImportFile } from '../importer.ts';
import type { DetectedEncoding } from './detect-encoding.ts';

/** What bytes 0x80 to 0x9F are in Windows-1252; the decoder of some Node versions leaves them control characters. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}

/** The text of a file in pieces, without a byte order mark. Broken sequences become U+FFFD. */
export async function* decodeStream(
  file: ImportFile,
  { encoding }: Pick<DetectedEncoding, 'encoding'>,
): AsyncGenerator<string> {
  if (encoding === 'windows-1252') {
    for await (const chunk of file.open()) yield decodeWindows1252(chunk);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of file.open()) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** The first bytes of a file, at most `length`. */
export async function readHead(file: ImportFile, length: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.open()) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}
