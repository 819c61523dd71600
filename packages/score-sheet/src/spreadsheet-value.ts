const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const SEPARATOR = "[-/., ']*";

/** A month name with at least one number before or after it: `MAR1`, `8-Jan`, `Sept 2`, `1 Jan 2024`, `March 5, 2024`. */
const MONTH_DATE = new RegExp(
  `^(?:\\d{1,4}${SEPARATOR}${MONTH}(?:${SEPARATOR}\\d{1,4})?|${MONTH}${SEPARATOR}\\d{1,4}(?:${SEPARATOR}\\d{1,4})?)$`,
  'i',
);
/** Digits with the signs that numbers, dates, times, fractions and money are made of, beginning with one that may begin them. */
const NUMBER_LIKE = /^[($¥€£.]?\s*\d[\d\s.,:/\-+eE%()'TZ年月日时時分秒]*(?:\s*[ap]\.?m?\.?)?$/i;
const DIGIT = /[0-9０-９]/;
/** Longer texts are taken for a value only when they are nothing but digits. */
const LONGEST_VALUE = 40;
const BOOLEAN = /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero)$/i;

/**
 * True where a spreadsheet would turn a text into a number, a date, a time or a boolean on opening a CSV file: `007`,
 * `1E5`, `1-2`, `MAR1`, `TRUE`, long digit strings. Rather says true once too often: a guard costs one character.
 */
export function looksLikeSpreadsheetValue(text: string): boolean {
  if (text.length > LONGEST_VALUE) return /^\s*\d[\d\s.,]*$/.test(text);
  if (!DIGIT.test(text)) return BOOLEAN.test(text.trim());
  const plain = text.normalize('NFKC').trim();
  return NUMBER_LIKE.test(plain) || MONTH_DATE.test(plain);
}

/** A number as programs write one into a cell: digits, a decimal point or comma, a sign, an exponent, a percent sign. */
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?\s?%?$/i;
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/;

/** True where a cell would be taken for a formula: it starts with `= + - @`, tab, CR or a full-width form of these. */
export function startsLikeFormula(text: string): boolean {
  return FORMULA_START.test(text);
}

/** True for the text of one plain number. */
export function isPlainNumber(text: string): boolean {
  return PLAIN_NUMBER.test(text);
}
