import {
  createRecord,
  getOwn,
  type Problem,
  type SampleScores,
  type ScoresFile,
  type SheetState,
  scoreReader,
  tableFromScores,
} from '@reportcard/report-schema';
import { cutHash, isBlankCell, type MatchedRows, manualColumn, parseNumberCell } from '@reportcard/score-sheet';
import { restoreAutomatic } from './automatic-layer.ts';
import { cellProblem, rowHash } from './sheet-cell.ts';

export interface AutomaticCheck {
  readonly problems: readonly Problem[];
  /** Rows that were made from other scores and show others than ours: nobody can tell a typed score from an older one. */
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
 * and what differs in rows made from other scores than `scoresHash` is counted only. A metric derived from an overridden
 * one may show its value before or after the override.
 */
export function checkAutomaticCells(
  sheet: SheetState,
  scores: ScoresFile,
  matched: MatchedRows,
  options: { readonly humanScorable: readonly string[]; readonly scoresHash: string | null },
): AutomaticCheck {
  const metrics = Object.keys(scores.metrics).filter((metric) => sheet.columns.includes(metric));
  const automaticOf = readAutomatic(scores);
  const scoreOf = scoreReader(scores);
  const problems: Problem[] = [];
  let unchecked = 0;
  for (const row of sheet.rows) {
    const id = matched.samples.get(row.record);
    const sample = id === undefined ? undefined : scores.per_sample[id];
    if (id === undefined || sample === undefined) continue;
    const made = rowHash(row, 'scores_sha256');
    const inputs = rowHash(row, 'inputs_sha256');
    const isOther = made !== null && options.scoresHash !== null && made !== options.scoresHash;
    const automatic = automaticOf(id);
    const differing: Problem[] = [];
    for (const metric of metrics) {
      const text = row.cells[metric] ?? '';
      if (text === '') continue;
      const shown = scoreOf(id, metric);
      const ours = automatic === null ? shown : automatic.value(metric);
      if (isOurs(text, ours, sheet) || isBlankCell(text)) continue;
      if (automatic !== null && !automatic.isOverridden(metric) && isOurs(text, shown, sheet)) continue;
      differing.push(
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
    if (!isOther && (inputs === null || inputs === cutHash(sample.inputs_sha256))) problems.push(...differing);
    else if (differing.length > 0) unchecked += 1;
  }
  return { problems, unchecked };
}

interface AutomaticSample {
  value(metric: string): number | null;
  isOverridden(metric: string): boolean;
}

/** The automatic values of samples with overrides; null for a sample whose values all are automatic. */
function readAutomatic(scores: ScoresFile): (sampleId: string) => AutomaticSample | null {
  const { overrides } = scores.meta;
  if (overrides.length === 0) return () => null;
  const overridden = new Map<string, Set<string>>();
  for (const { sample_id, metric } of overrides) {
    const own = overridden.get(sample_id) ?? new Set();
    overridden.set(sample_id, own.add(metric));
  }
  const samples = createRecord<SampleScores>();
  for (const id of overridden.keys()) {
    const sample = getOwn(scores.per_sample, id);
    if (sample !== undefined) samples[id] = sample;
  }
  const table = restoreAutomatic(tableFromScores({ ...scores, per_sample: samples }), overrides);
  return (sampleId) => {
    const own = overridden.get(sampleId);
    const row = table.row(sampleId);
    if (own === undefined || row === undefined) return null;
    return { value: (metric) => table.get(row, metric).value, isOverridden: (metric) => own.has(metric) };
  };
}

/** True where the cell is what a program makes of the value. */
function isOurs(text: string, value: number | null, sheet: SheetState): boolean {
  if (value === null) return false;
  if (text === String(value)) return true;
  const read = parseNumberCell(text, { decimalComma: sheet.dialect.decimal_comma });
  return read !== null && isSameNumber(value, read, text);
}
