import { nearestName, type Problem, type ScoresFile, type SheetState } from '@reportcard/report-schema';
import { isBlankCell, manualColumn, parseManualColumn, secondManualColumn } from '@reportcard/score-sheet';
import { cellProblem } from './sheet-cell.ts';

/** Finds scores in manual columns that no metric listens to: a misspelt name, or a metric nobody may score by hand. */
export function checkManualColumns(sheet: SheetState, scores: ScoresFile, humanScorable: readonly string[]): Problem[] {
  const heard = humanScorable.flatMap((metric) => [manualColumn(metric), secondManualColumn(metric)]);
  return sheet.columns.flatMap((column) => {
    const parsed = parseManualColumn(column);
    if (parsed === null || parsed.role === 'pi' || heard.includes(column)) return [];
    const row = sheet.rows.find((candidate) => !isBlankCell(candidate.cells[column] ?? ''));
    if (row === undefined) return [];
    const isMetric = Object.hasOwn(scores.metrics, parsed.metric);
    const near = isMetric ? undefined : nearestName(column, heard);
    const hint = isMetric
      ? `to score ${parsed.metric} by hand, name it in metrics.humanScorable and score again`
      : near === undefined
        ? 'rename the column if it is a note of your own'
        : `did you mean ${near}?`;
    const message = isMetric ? `${parsed.metric} cannot be scored by hand` : `there is no metric ${parsed.metric}`;
    return [cellProblem(sheet, row, column, { message, got: JSON.stringify(row.cells[column]), hint })];
  });
}
