import { parseManualCell } from '@reportcard/score-sheet';
import type { ReviewMetric } from '../../src/review-index.ts';
import type { Texts } from './texts.ts';

/** A score as it is stored, empty to clear the cell, or what is wrong with what was typed. */
export type Entry = { readonly text: string } | { readonly error: string };

function explain(plain: string, unit: ReviewMetric['unit'], texts: Texts): string {
  if (/^[-−–]\s*[\d.,]/.test(plain)) return texts('cell.negative');
  if (unit !== 'ratio') return texts('cell.number');
  const isPercent = /^\d+(?:\.\d+)?$/.test(plain) && Number(plain) > 2 && Number(plain) <= 100;
  return isPercent ? texts('cell.percent', { percent: plain }) : texts('cell.invalid');
}

/** Reads a typed score in the forms the sheet accepts; a decimal comma too, as long as it can mean nothing else. */
export function readEntry(typed: string, unit: ReviewMetric['unit'], texts: Texts): Entry {
  const cell = parseManualCell(typed, { decimalComma: unit === 'ratio', unit });
  if ('value' in cell) return { text: cell.value === null ? '' : String(cell.value) };
  return { error: explain(typed.normalize('NFKC').trim(), unit, texts) };
}
