import { ReportcardError, type ScoreState } from '@reportcard/report-schema';
import type { RepairLog } from '../importer.ts';

/** A score that another tool could not give. */
export const IMPORT_NAN: ScoreState = Object.freeze({ value: null, status: 'judge_error', code: 'import_nan' });

export interface ScoreContext {
  readonly repairs: RepairLog;
  /** Numbers may be written 0,85. */
  readonly decimalComma?: boolean | undefined;
  /** True for a metric that lies between 0 and 1 by definition. */
  readonly ratio?: boolean | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly metric?: string | undefined;
}

const MISSING =
  /^(|nan|-nan|n\/a|n\.a\.|na|<na>|none|null|nil|-|–|—|#n\/a|nat|inf|-inf|infinity|-infinity|undefined|missing|error|timeout)$/i;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const FLAGS: Readonly<Record<string, number>> = {
  true: 1,
  false: 0,
  yes: 1,
  no: 0,
  pass: 1,
  passed: 1,
  fail: 0,
  failed: 0,
  是: 1,
  否: 0,
};
const NOISE = 1e-9;

/** Room for rounding at both ends; further outside is another scale. */
function fitRatio(value: number, context: ScoreContext): ScoreState {
  if (value >= 0 && value <= 1) return { value, status: 'ok' };
  if (value > -NOISE && value < 1 + NOISE) {
    context.repairs.add('rounding_noise', 'scores a rounding error below 0 or above 1 were set to it');
    return { value: value < 0 ? 0 : 1, status: 'ok' };
  }
  if (value < 0 && value >= -1) {
    context.repairs.add('negative_score', 'negative scores (cosines below 0) were set to 0');
    return { value: 0, status: 'ok' };
  }
  throw new ReportcardError({
    code: 'data',
    file: context.file,
    line: context.line,
    path: context.metric,
    message: 'the score is out of range',
    expected: 'a number from 0 to 1, or nothing',
    got: String(value),
    hint: 'if the file has scores from 0 to 100, divide them by 100',
  });
}

function finish(value: number, context: ScoreContext): ScoreState {
  if (!Number.isFinite(value)) return IMPORT_NAN;
  return context.ratio === true ? fitRatio(value, context) : { value, status: 'ok' };
}

/** A text as a number: `0.8`, `.8`, `80%` (told), `0,8` where commas are decimal (told); null for other texts. */
function parseNumberText(text: string, context: ScoreContext): number | null {
  if (NUMBER.test(text)) return Number(text);
  const percent = /^(.*\d)\s*[%％]$/.exec(text)?.[1];
  if (percent !== undefined) {
    const share = parseNumberText(percent, context);
    if (share === null) return null;
    context.repairs.add('percent', 'scores written with % were divided by 100');
    return share / 100;
  }
  const isComma = context.decimalComma === true ? /^[+-]?\d*,\d+$/ : /^[+-]?0?,\d+$|^1,0+$/;
  if (!isComma.test(text)) return null;
  context.repairs.add('decimal_comma', 'scores with a decimal comma were read');
  return Number(text.replace(',', '.'));
}

/**
 * A score out of any cell. Numbers as they are; nothing, nan and N/A are `judge_error/import_nan`; booleans and pass or
 * fail are 1 and 0; sentences are `judge_error/import_nan` and told. Throws a `data` error for a ratio out of range.
 */
export function parseScore(value: unknown, context: ScoreContext): ScoreState {
  if (value === null || value === undefined) return IMPORT_NAN;
  if (typeof value === 'number') return finish(value, context);
  if (typeof value === 'boolean') return { value: value ? 1 : 0, status: 'ok' };
  const text = typeof value === 'string' ? value.normalize('NFKC').trim() : JSON.stringify(value);
  if (MISSING.test(text)) return IMPORT_NAN;
  const number = parseNumberText(text, context);
  if (number !== null) return finish(number, context);
  const flag = text.toLowerCase();
  if (Object.hasOwn(FLAGS, flag)) return { value: FLAGS[flag] ?? 0, status: 'ok' };
  const listed = /^\[\s*([^\][,]+)\s*\]$/.exec(text)?.[1];
  if (listed !== undefined) return parseScore(listed, context);
  context.repairs.add('score_text', 'scores that are words instead of numbers count as missing');
  return IMPORT_NAN;
}

/** What a cell could be as a score: a number, nothing, or another text. */
export function classifyScore(value: unknown, decimalComma: boolean): 'number' | 'missing' | 'text' {
  if (value === null || value === undefined) return 'missing';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'missing';
  if (typeof value === 'boolean') return 'number';
  if (typeof value !== 'string') return 'text';
  const text = value.trim();
  if (MISSING.test(text)) return 'missing';
  const comma = decimalComma && /^[+-]?\d*,\d+$/.test(text);
  return comma || NUMBER.test(text) || /^(true|false)$/i.test(text) ? 'number' : 'text';
}
