import { isUtf8 } from 'node:buffer';
import type { ImportFile, RepairLog } from '../importer.ts';

/** Names as the decoder of the platform knows them. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** True for UTF-8 with some broken sequences in it, which become U+FFFD. */
  readonly damaged: boolean;
}

/** Length of the well-formed UTF-8 tail that is only begun at the end of a chunk: 0 to 3 bytes. */
function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

interface ByteCounts {
  /** Well-formed sequences of several bytes, and bytes above 0x7F that belong to none. */
  sequences: number;
  broken: number;
  /** Bytes above 0x7F, and those that stand in pairs with both halves from 0xA1 on. */
  high: number;
  paired: number;
}

function sequenceLength(bytes: Uint8Array, index: number): number {
  const lead = bytes[index] ?? 0;
  const length =
    lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  for (let place = 1; place < length; place++) if (((bytes[index + place] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function countBytes(bytes: Uint8Array, counts: ByteCounts): void {
  for (let index = 0; index < bytes.length; ) {
    if ((bytes[index] ?? 0) < 0x80) {
      index++;
      continue;
    }
    const length = sequenceLength(bytes, index);
    if (length > 0) counts.sequences++;
    else counts.broken++;
    index += Math.max(1, length);
  }
  for (let index = 0; index < bytes.length; index++) {
    if ((bytes[index] ?? 0) < 0x80) continue;
    const isPair = (bytes[index] ?? 0) >= 0xa1 && (bytes[index + 1] ?? 0) >= 0xa1;
    counts.high += isPair ? 2 : 1;
    counts.paired += isPair ? 2 : 0;
    if (isPair) index++;
  }
}

function utf16Of(head: Uint8Array): Encoding | null {
  const [a = -1, b = -1, c = -1, d = -1] = head;
  if ((a === 0xff && b === 0xfe) || (a > 0 && b === 0 && c > 0 && d === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b > 0 && c === 0 && d > 0)) return 'utf-16be';
  return null;
}

/** True where every character is one of GB18030; a character cut off at the end of the file is no fault. */
async function isGb18030(file: ImportFile): Promise<boolean> {
  const decoder = new TextDecoder('gb18030', { fatal: true });
  try {
    for await (const chunk of file.open()) decoder.decode(chunk, { stream: true });
    return true;
  } catch (cause) {
    if (cause instanceof TypeError) return false;
    throw cause;
  }
}

/**
 * How a text file is encoded, by its content: byte order marks and zero bytes tell UTF-16; what is valid UTF-8 as a
 * whole is UTF-8; UTF-8 with fewer than one broken sequence in ten is damaged UTF-8; else GB18030 where it decodes and
 * its high bytes stand in pairs, else Windows-1252. Reads the file once, twice where it is not UTF-8.
 */
export async function detectEncoding(file: ImportFile): Promise<DetectedEncoding> {
  const counts: ByteCounts = { sequences: 0, broken: 0, high: 0, paired: 0 };
  let rest: Uint8Array = new Uint8Array(0);
  let valid = true;
  let first = true;
  for await (const chunk of file.open()) {
    const bytes: Uint8Array = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (first && bytes.length >= 4) {
      const utf16 = utf16Of(bytes);
      if (utf16 !== null) return { encoding: utf16, damaged: false };
      first = false;
    }
    const tail = openTail(bytes);
    rest = tail === 0 ? new Uint8Array(0) : Buffer.from(bytes.subarray(bytes.length - tail));
    const whole = bytes.subarray(0, bytes.length - tail);
    if (isUtf8(whole) && valid) continue;
    valid = false;
    countBytes(whole, counts);
  }
  if (valid && rest.length === 0) return { encoding: 'utf-8', damaged: false };
  if (valid) return { encoding: 'utf-8', damaged: true };
  if (counts.sequences > counts.broken * 9) return { encoding: 'utf-8', damaged: true };
  const chinese = counts.paired >= counts.high * 0.8 && (await isGb18030(file));
  return { encoding: chinese ? 'gb18030' : 'windows-1252', damaged: false };
}

/** Tells of an encoding other than UTF-8, and of damage. */
export function tellEncoding({ encoding, damaged }: DetectedEncoding, repairs: RepairLog): void {
  if (damaged) repairs.add('broken_utf8', 'the file is UTF-8 with broken characters, which were read as U+FFFD');
  else if (encoding === 'utf-16le' || encoding === 'utf-16be')
    repairs.add('encoding', `the file was read as ${encoding.toUpperCase()}`);
  else if (encoding !== 'utf-8')
    repairs.add(
      'encoding',
      `the file is not UTF-8: it was read as ${encoding === 'gb18030' ? 'GB18030' : 'Windows-1252'}, by its content`,
    );
}
