/** One way to read the bytes of a file as text. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  /** True where nothing in the bytes says that this is the encoding. */
  readonly guessed: boolean;
}

/** What bytes 0x80 to 0x9F are in Windows-1252; the decoder of some Node versions leaves them control characters. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

function startsWith(bytes: Uint8Array, ...mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}

/** UTF-16 without a mark shows in the zero bytes of the first two characters, which are ASCII in every sheet. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, 0xff, 0xfe) || (bytes[0] !== 0 && bytes[1] === 0 && bytes[3] === 0)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff) || (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0)) return 'utf-16be';
  return null;
}

/**
 * The share of bytes above 0x7F that stand in pairs with both halves from 0xA1 on: nearly all in Chinese text in
 * GB18030, few in Western text, where accented letters stand between plain ones.
 */
function pairedShare(bytes: Uint8Array): number {
  let high = 0;
  let paired = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if ((bytes[index] ?? 0) < 0x80) continue;
    const isPair = (bytes[index] ?? 0) >= 0xa1 && (bytes[index + 1] ?? 0) >= 0xa1;
    high += isPair ? 2 : 1;
    paired += isPair ? 2 : 0;
    index += isPair ? 1 : 0;
  }
  return high === 0 ? 0 : paired / high;
}

/**
 * The ways to read a text file, the likeliest first: UTF-8 and UTF-16 where a byte order mark or the bytes themselves
 * say so; otherwise GB18030 and Windows-1252 as guesses, which the caller has to confirm by what the text says. Empty
 * where a mark promises UTF-8 or UTF-16 and the bytes are something else.
 */
export function decodeText(bytes: Uint8Array): DecodedText[] {
  const utf16 = utf16Of(bytes);
  const certain = utf16 ?? 'utf-8';
  const text = decodeStrictly(bytes, certain);
  if (text !== null) return [{ text, encoding: certain, guessed: false }];
  if (utf16 !== null || startsWith(bytes, 0xef, 0xbb, 0xbf)) return [];
  const western: DecodedText = { text: decodeWindows1252(bytes), encoding: 'windows-1252', guessed: true };
  const gb18030 = decodeStrictly(bytes, 'gb18030');
  if (gb18030 === null) return [western];
  const chinese: DecodedText = { text: gb18030, encoding: 'gb18030', guessed: true };
  return pairedShare(bytes) >= 0.8 ? [chinese, western] : [western, chinese];
}
