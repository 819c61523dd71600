/** C0 and C1 controls but tab and newline, DEL, byte-order mark and the two non-characters. */
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g;
/** Marks, embeddings, overrides and isolates that turn the direction of what follows. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LINE_ENDS = /\r\n|[\r\u000b\u000c\u0085\u2028\u2029]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * Text of unknown origin without what could mislead a reader: control and bidirectional formatting characters are
 * dropped, lone surrogates become U+FFFD, every line end becomes `\n`.
 */
export function cleanText(text: string): string {
  return text.replace(LONE_SURROGATES, '\ufffd').replace(LINE_ENDS, '\n').replace(CONTROLS, '').replace(BIDI, '');
}

/** {@link cleanText} on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
