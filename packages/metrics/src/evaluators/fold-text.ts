/** Text as evaluators compare it: NFKC, lower case, white space folded to single spaces and trimmed. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
