import {
  getOwn,
  type Problem,
  ReportcardError,
  type ScoresFile,
  type SheetRow,
  type SheetState,
  sampleIds,
} from '@reportcard/report-schema';
import {
  isBlankCell,
  matchRows,
  parseManualColumn,
  parseNumberCell,
  REASON_COLUMN,
  REVIEWER_COLUMN,
} from '@reportcard/score-sheet';
import { cellProblem, cellSource } from './sheet-cell.ts';

/**
 * Compares a CSV and an XLSX sheet that lie beside each other. Throws one `data` error with every manual cell, reviewer and
 * reason in which they differ: nobody can tell which of the two a person meant. Scores are compared as numbers.
 */
export function checkTwinSheets(csv: SheetState, xlsx: SheetState, scores: ScoresFile): void {
  const columns = new Set([...csv.columns, ...xlsx.columns].filter(isPersonsColumn));
  const [left, right] = [matchRows(csv, scores).rows, matchRows(xlsx, scores).rows];
  const problems: Problem[] = [];
  for (const id of sampleIds(scores)) {
    const [a, b] = [left.get(id), right.get(id)];
    for (const column of columns) {
      if (readCell(csv, a, column) === readCell(xlsx, b, column)) continue;
      const place = a === undefined ? { sheet: xlsx, row: b } : { sheet: csv, row: a };
      if (place.row === undefined) continue;
      problems.push(
        cellProblem(place.sheet, place.row, column, {
          message: `${csv.path} and ${xlsx.path} differ`,
          got: `${describeCell(csv, a, column)} and ${describeCell(xlsx, b, column)}`,
        }),
      );
    }
  }
  if (problems.length === 0) return;
  const list = problems.map((problem) => `  ${problem.path}: ${problem.got}`).join('\n');
  throw new ReportcardError({
    code: 'data',
    file: csv.path,
    message: `${csv.path} and ${xlsx.path} hold different human scores; nothing was applied:\n${list}`,
    problems,
    hint: 'keep the one that is right and delete or rename the other',
  });
}

function isPersonsColumn(name: string): boolean {
  return parseManualColumn(name) !== null || name === REVIEWER_COLUMN || name === REASON_COLUMN;
}

/** A cell as far as it means something: the score it holds, else its text; blank and missing are the same. */
function readCell(sheet: SheetState, row: SheetRow | undefined, column: string): number | string {
  const text = row === undefined ? '' : (getOwn(row.cells, column) ?? '');
  if (isBlankCell(text)) return '';
  if (parseManualColumn(column) === null) return text.trim().replaceAll(/\r\n?/g, '\n');
  const value = parseNumberCell(text, { decimalComma: sheet.dialect.decimal_comma });
  return value === null ? text.trim() : value.toPrecision(15);
}

function describeCell(sheet: SheetState, row: SheetRow | undefined, column: string): string {
  if (row === undefined) return 'no row';
  return `${JSON.stringify(getOwn(row.cells, column) ?? '')} at ${cellSource(sheet, row, column)}`;
}
