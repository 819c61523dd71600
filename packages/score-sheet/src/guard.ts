import { isPlainNumber, looksLikeSpreadsheetValue, startsLikeFormula } from './spreadsheet-value.ts';

const GUARD = "'";

function needsTextGuard(text: string): boolean {
  return text !== '' && (text.startsWith(GUARD) || startsLikeFormula(text) || looksLikeSpreadsheetValue(text));
}

/**
 * A text of ours as it is written into a cell: one leading `'` when it would be taken for a formula, when a spreadsheet
 * would turn it into a number, date or boolean, or when it starts with `'` itself (DESIGN §4.3 a, b, c).
 */
export function guardText(text: string): string {
  return needsTextGuard(text) ? GUARD + text : text;
}

/** The inverse of {@link guardText}: removes exactly one leading `'`. */
export function unguardText(cell: string): string {
  return cell.startsWith(GUARD) ? cell.slice(1) : cell;
}

/** Reads a remark that {@link guardText} may have guarded; an apostrophe a person began a sentence with stays. */
export function unguardRemark(cell: string): string {
  return cell.startsWith(GUARD) && needsTextGuard(cell.slice(1)) ? cell.slice(1) : cell;
}

function needsFormulaGuard(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  return startsLikeFormula(bare) && !isPlainNumber(bare);
}

/**
 * A cell a person filled (a manual score, a column of their own) as it is written back: as typed, so that their numbers
 * stay numbers; only what would be a formula gets one leading `'`.
 */
export function guardOwnCell(text: string): string {
  return needsFormulaGuard(text) ? GUARD + text : text;
}

/** The inverse of {@link guardOwnCell}; an apostrophe that guards nothing stays. */
export function unguardOwnCell(cell: string): string {
  return cell.startsWith(GUARD) && needsFormulaGuard(cell.slice(1)) ? cell.slice(1) : cell;
}
