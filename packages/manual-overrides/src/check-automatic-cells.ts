import { getOwn, type Problem, type ScoresFile, type SheetState, tableFromScores } from '@reportcard/report-schema';
import { cutHash, isBlankCell, type MatchedRows, manualColumn, parseNumberCell } from '@reportcard/score-sheet';
import { restoreAutomatic } from './automatic-layer.ts';
import { keyOf } from './manual-overrides.ts';
import { cellProblem, rowHash } from './sheet-cell.ts';

export interface AutomaticCheck {
  readonly problems: readonly Problem[];
  /** Rows that were made from other scores and could not be checked. */
  readonly unchecked: number;
}

/** What a spreadsheet shows of a number in a narrow column, and saves to CSV: 9 digits and more, rounded. */
const SHOWN_DIGITS = 9;

/**
 * True where a program could have made the text out of the value: equal to 15 digits, or shortened to what a cell shows
 * (at least 9 digits, correctly rounded).
 */
export function isSameNumber(value: number, read: number, text: string): boolean {
  if (value === read || value.toPrecision(15) === read.toPrecision(15)) return true;
  const [mantissa = '', fraction = ''] = text.trim().replace(',', '.').split(/[.e]/i);
  const digits = `${mantissa}${fraction}`.replace(/\D/g, '').length;
  return digits >= SHOWN_DIGITS && !/e/i.test(text) && Math.abs(value - read) <= 0.5000001 * 10 ** -fraction.length;
}

/**
 * Finds automatic cells that differ from ours: a score typed into the wrong column would be lost. Blank ones say nothing,
 * and rows made from other scores than `scoresHash` are not compared. A metric derived from an overridden one may show its
 * value before or after the override.
 */
export function checkAutomaticCells(
  sheet: SheetState,
  scores: ScoresFile,
  matched: MatchedRows,
  options: { readonly humanScorable: readonly string[]; readonly scoresHash: string | null },
): AutomaticCheck {
  const metrics = Object.keys(scores.metrics).filter((metric) => sheet.columns.includes(metric));
  const automatic = restoreAutomatic(tableFromScores(scores), scores.meta.overrides);
  const overridden = new Set(scores.meta.overrides.map((entry) => keyOf(entry.sample_id, entry.metric)));
  const problems: Problem[] = [];
  let unchecked = 0;
  for (const row of sheet.rows) {
    const id = matched.samples.get(row.record);
    const sample = id === undefined ? undefined : getOwn(scores.per_sample, id);
    if (id === undefined || sample === undefined) continue;
    const made = rowHash(row, 'scores_sha256');
    const inputs = rowHash(row, 'inputs_sha256');
    const isOther = made !== null && options.scoresHash !== null && made !== options.scoresHash;
    if (isOther || (inputs !== null && inputs !== cutHash(sample.inputs_sha256))) {
      unchecked += 1;
      continue;
    }
    for (const metric of metrics) {
      const text = row.cells[metric] ?? '';
      if (isBlankCell(text)) continue;
      const ours = automatic.get(automatic.row(id) ?? 0, metric).value;
      const shown = overridden.has(keyOf(id, metric)) ? ours : (getOwn(sample.scores, metric) ?? null);
      if (isOurs(text, ours, sheet) || isOurs(text, shown, sheet)) continue;
      problems.push(
        cellProblem(sheet, row, metric, {
          message: 'an automatic score was changed',
          expected: ours === null ? 'an empty cell' : String(ours),
          got: JSON.stringify(text),
          hint: options.humanScorable.includes(metric)
            ? `did you mean ${manualColumn(metric)}?`
            : `${metric} has no manual column; name it in metrics.humanScorable to score it by hand`,
        }),
      );
    }
  }
  return { problems, unchecked };
}

/** True where the cell is what a program makes of the value. */
function isOurs(text: string, value: number | null, sheet: SheetState): boolean {
  if (value === null) return false;
  if (text === String(value)) return true;
  const read = parseNumberCell(text, { decimalComma: sheet.dialect.decimal_comma });
  return read !== null && isSameNumber(value, read, text);
}
