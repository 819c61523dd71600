import {
  getOwn,
  type Problem,
  type SampleScores,
  type ScoresFile,
  type SheetRow,
  type SheetState,
} from '@reportcard/report-schema';
import {
  inclusionColumn,
  isBlankCell,
  MANUAL_CELL_FORMS,
  manualColumn,
  parseManualCell,
  secondManualColumn,
} from '@reportcard/score-sheet';
import { cellProblem } from './sheet-cell.ts';

/** The manual cells of one row for one metric; undefined where the sheet lacks the cell, null where it is blank. */
export interface ManualCells {
  readonly metric: string;
  readonly first: number | null | undefined;
  readonly second: number | null | undefined;
  readonly pi: number | null | undefined;
}

/**
 * Reads the manual cells of a row and adds to `problems` what cannot be read, and scores for a metric that is not
 * applicable to the sample. `sample` is undefined for a row whose sample is gone.
 */
export function readManualCells(
  sheet: SheetState,
  row: SheetRow,
  scores: ScoresFile,
  context: { readonly metric: string; readonly sample: SampleScores | undefined; readonly problems: Problem[] },
): ManualCells {
  const { metric, sample, problems } = context;
  const unit = scores.metrics[metric]?.unit ?? 'ratio';
  const decimalComma = sheet.dialect.decimal_comma;
  const read = (column: string, cellUnit: typeof unit): number | null | undefined => {
    const text = getOwn(row.cells, column);
    if (text === undefined || !sheet.columns.includes(column)) return undefined;
    const cell = parseManualCell(text, { decimalComma, unit: cellUnit });
    if ('value' in cell) return cell.value;
    const expected = cellUnit === 'ratio' ? MANUAL_CELL_FORMS : 'a number from 0 on, or an empty cell';
    problems.push(
      cellProblem(sheet, row, column, { message: `the cell ${cell.error}`, expected, got: JSON.stringify(text) }),
    );
    return null;
  };
  const refuseOutside = (column: string, value: number | null | undefined): void => {
    if (typeof value !== 'number' || sample === undefined) return;
    const unscored = getOwn(sample.unscored, metric);
    if (unscored?.status !== 'not_applicable') return;
    const why = unscored.code === undefined ? '' : ` (${unscored.code})`;
    problems.push(
      cellProblem(sheet, row, column, {
        message: `${metric} is not applicable to this sample${why}`,
        expected: 'an empty cell',
        got: JSON.stringify(row.cells[column]),
      }),
    );
  };
  const first = read(manualColumn(metric), unit);
  const second = read(secondManualColumn(metric), unit);
  const pi = read(inclusionColumn(metric), 'ratio');
  refuseOutside(manualColumn(metric), first);
  refuseOutside(secondManualColumn(metric), second);
  if (pi === 0) {
    problems.push(
      cellProblem(sheet, row, inclusionColumn(metric), {
        message: 'an inclusion probability cannot be 0',
        expected: 'what `review plan` wrote, above 0 up to 1, or an empty cell',
        got: JSON.stringify(row.cells[inclusionColumn(metric)]),
      }),
    );
  }
  return { metric, first, second, pi };
}

/** A remark of a row without blanks around it; null where there is none. */
export function readRemark(row: SheetRow, column: string): string | null {
  const text = getOwn(row.cells, column) ?? '';
  return isBlankCell(text) ? null : text.trim();
}
