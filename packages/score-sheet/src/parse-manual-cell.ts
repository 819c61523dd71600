/** How the numbers of a sheet are written. */
export interface NumberDialect {
  /** True where the file writes 0,8 for 0.8 (semicolon files). */
  readonly decimalComma: boolean;
}

/** How a cell is read: dialect and unit. */
export interface ManualCellOptions extends NumberDialect {
  /** Unit of the metric: a `ratio` (the default) lies between 0 and 1, other units are 0 or more. */
  readonly unit?: 'ratio' | 'ms' | 'count' | undefined;
}

/** A score, null for a blank cell, or what is wrong with the cell in a few words. */
export type ManualCell = { readonly value: number | null } | { readonly error: string };

/** What a manual cell may hold, for error messages. */
export const MANUAL_CELL_FORMS = 'a score from 0 to 1 such as 0.8, .8 or 80%, or an empty cell';

const NUMBER = /^(?<digits>\d+\.?\d*|\.\d+)(?:e(?<exponent>[+-]?\d+))?(?<percent>\s*%)?$/i;
const PLAIN = /^[\x20-\x7e]*$/;
const INVISIBLE = /[\u200b\u200e\u200f\u2060]/g;

/** Full-width digits and signs become plain ones; blanks around (NBSP and U+3000 too) go. */
function normalizeCell(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text.normalize('NFKC').replace(INVISIBLE, '').trim();
}

/** True for a cell that holds nothing but white space, NBSP and U+3000 included. */
export function isBlankCell(text: string): boolean {
  return normalizeCell(text) === '';
}

/** A typed score with a decimal comma, written with a point; every other text stays as it is. */
export function pointDecimal(text: string): string {
  const plain = normalizeCell(text);
  return /^\d*,\d+/.test(plain) ? plain.replace(',', '.') : text;
}

/**
 * Reads a cell a person typed a score into (DESIGN §4.3): `0.8`, `.8`, `0.8000`, `80%`, `80 %`, full-width digits and
 * signs, a decimal comma in a semicolon file. Blank is null. Everything else is an error, `80`, `1.5` and `1,234` too.
 */
export function parseManualCell(text: string, options: ManualCellOptions): ManualCell {
  const plain = normalizeCell(text);
  if (plain === '') return { value: null };
  const pointed = options.decimalComma ? pointDecimal(plain) : plain;
  const groups = NUMBER.exec(pointed)?.groups;
  if (groups === undefined) return { error: explainText(plain, options) };
  const shift = Number(groups['exponent'] ?? 0) - (groups['percent'] === undefined ? 0 : 2);
  const value = Number(`${groups['digits']}e${shift}`);
  if ((options.unit ?? 'ratio') !== 'ratio') return Number.isFinite(value) ? { value } : { error: 'is too large' };
  if (value <= 1) return { value };
  const percent = value <= 100 && groups['percent'] === undefined && value > 2;
  return {
    error: percent ? `is above 1; write ${groups['digits']}% or ${value / 100} if that is meant` : 'is above 1',
  };
}

function explainText(plain: string, options: NumberDialect): string {
  if (/^[-−–]\s*[\d.,]/.test(plain)) return 'is below 0';
  if (/^\d*,\d+$/.test(plain) && !options.decimalComma) return 'has a comma; write a point for decimals';
  return 'is no number';
}

/** A number as a program may have saved it, in either decimal notation a file may use; null for other texts. */
export function parseNumberCell(text: string, { decimalComma }: NumberDialect): number | null {
  const plain = normalizeCell(text);
  const pointed = decimalComma && !plain.includes('.') ? plain.replace(',', '.') : plain;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:\s*%)?$/i.test(pointed)) return null;
  return pointed.endsWith('%') ? Number(`${pointed.slice(0, -1).trim()}e-2`) : Number(pointed);
}
