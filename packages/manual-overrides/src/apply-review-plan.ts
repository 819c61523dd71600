import { getOwn, ReportcardError, type ScoresFile, type SheetState } from '@reportcard/report-schema';
import {
  editSheet,
  inclusionColumn,
  isBlankCell,
  manualColumn,
  matchRows,
  parseManualColumn,
  type SheetEdit,
} from '@reportcard/score-sheet';
import type { ReviewPlan } from './plan-review.ts';

/** What becomes of an earlier plan. */
export interface ApplyPlanOptions {
  /** Drops a plan the sheet already holds; human scores stay, but count no longer as audited. Default false. */
  readonly replace?: boolean | undefined;
}

/**
 * The sheet with the plan's inclusion probabilities in its `<metric>_pi` cells. Throws a `usage` error when the sheet holds
 * a plan already, since two draws mixed have no known probabilities, and a `data` error when a planned sample has no row.
 */
export function applyReviewPlan(
  sheet: SheetState,
  plan: ReviewPlan,
  scores: ScoresFile,
  { replace = false }: ApplyPlanOptions = {},
): SheetState {
  const planned = findPlannedCells(sheet);
  if (planned.length > 0 && !replace) throw planExists(sheet, planned);
  const { rows } = matchRows(sheet, scores);
  const edits: SheetEdit[] = planned.map(({ record, column }) => ({ record, column, text: '' }));
  for (const { sampleId, pi } of plan.samples) {
    const row = rows.get(sampleId);
    if (row === undefined) {
      throw new ReportcardError({
        code: 'data',
        file: sheet.path,
        message: `the sheet has no row for the sample ${JSON.stringify(sampleId)}`,
        hint: 'write the sheet anew with `reportcard report` first',
      });
    }
    for (const [metric, probability] of Object.entries(pi)) {
      edits.push({ record: row.record, column: inclusionColumn(metric), text: String(probability) });
    }
  }
  return editSheet(sheet, edits);
}

interface PlannedCell {
  readonly record: number;
  readonly column: string;
  readonly labelled: boolean;
}

function findPlannedCells(sheet: SheetState): PlannedCell[] {
  const columns = sheet.columns.filter((name) => parseManualColumn(name)?.role === 'pi');
  return sheet.rows.flatMap((row) =>
    columns
      .filter((column) => !isBlankCell(getOwn(row.cells, column) ?? ''))
      .map((column) => {
        const metric = parseManualColumn(column)?.metric ?? '';
        return { record: row.record, column, labelled: !isBlankCell(getOwn(row.cells, manualColumn(metric)) ?? '') };
      }),
  );
}

function planExists(sheet: SheetState, planned: readonly PlannedCell[]): ReportcardError {
  const labelled = planned.filter((cell) => cell.labelled).length;
  return new ReportcardError({
    code: 'usage',
    file: sheet.path,
    message: `the sheet already holds an audit plan, ${labelled} of its ${planned.length} cells scored`,
    expected: 'a sheet without plan',
    hint: 'finish that audit, or replace the plan; the scores stay but count no longer as audited',
  });
}
