import { getOwn, type ScoresFile, type SheetRow } from '@reportcard/report-schema';
import {
  cutHash,
  manualColumn,
  parseManualCell,
  parseManualColumn,
  REASON_COLUMN,
  REVIEWER_COLUMN,
} from '@reportcard/score-sheet';
import { cleanLine, cleanText } from './clean-text.ts';
import { cellText, isStaleRow } from './describe-sample.ts';
import type { EditProblem, ReviewEdit } from './review-index.ts';

/** A cell that gets another text. */
export interface CellChange {
  readonly sampleId: string;
  readonly column: string;
  readonly before: string;
  readonly after: string;
}

export interface EditContext {
  readonly scores: ScoresFile;
  readonly scorable: readonly string[];
  readonly rows: ReadonlyMap<string, SheetRow>;
}

const REVIEWER_LENGTH = 100;
const REASON_LENGTH = 2000;

type Cell = { readonly column: string; readonly text: string };

function readScore(edit: ReviewEdit, context: EditContext): Cell | { readonly error: string } {
  const metric = edit.metric ?? '';
  if (!context.scorable.includes(metric)) return { error: `${metric} is no metric a human may score` };
  const sample = getOwn(context.scores.per_sample, edit.sampleId);
  const info = getOwn(context.scores.metrics, metric);
  const unit = info?.unit ?? 'ratio';
  const cell = parseManualCell(edit.text, { decimalComma: unit === 'ratio', unit });
  if ('error' in cell) return { error: `${JSON.stringify(edit.text)} ${cell.error}` };
  if (cell.value !== null && getOwn(sample?.unscored, metric)?.status === 'not_applicable')
    return { error: `${metric} is not applicable to this sample` };
  return { column: manualColumn(metric), text: cell.value === null ? '' : String(cell.value) };
}

function readRemark(column: string, text: string, longest: number): Cell | { readonly error: string } {
  return text.length > longest ? { error: `more than ${longest} characters` } : { column, text };
}

function readEdit(edit: ReviewEdit, context: EditContext): Cell | { readonly error: string } {
  if (!context.rows.has(edit.sampleId)) return { error: 'the sheet has no such sample' };
  if (edit.field === 'score') return readScore(edit, context);
  return edit.field === 'reviewer'
    ? readRemark(REVIEWER_COLUMN, cleanLine(edit.text), REVIEWER_LENGTH)
    : readRemark(REASON_COLUMN, cleanText(edit.text).trim(), REASON_LENGTH);
}

/**
 * A score on a row whose scores were given for other inputs makes the row one for the inputs of now: its other scores,
 * which did not count, go.
 */
function renewRow(sampleId: string, row: SheetRow, cells: Map<string, string>, scores: ScoresFile): void {
  const sample = getOwn(scores.per_sample, sampleId);
  const scored = [...cells.keys()].some((column) => parseManualColumn(column) !== null);
  if (sample === undefined || !scored || !isStaleRow(row, sample)) return;
  for (const column of Object.keys(row.cells)) {
    const role = parseManualColumn(column)?.role;
    if (role !== undefined && role !== 'pi' && !cells.has(column)) cells.set(column, '');
  }
  cells.set('inputs_sha256', cutHash(sample.inputs_sha256));
}

/**
 * Turns what a reviewer typed into changes of cells; equal texts are no change. All or nothing: when one edit cannot be
 * used, every such edit is listed and nothing is changed. Scores are stored with a decimal point, whatever form was typed.
 */
export function planChanges(
  edits: readonly ReviewEdit[],
  context: EditContext,
): { readonly changes: readonly CellChange[] } | { readonly problems: readonly EditProblem[] } {
  const problems: EditProblem[] = [];
  const bySample = new Map<string, Map<string, string>>();
  for (const edit of edits) {
    const cell = readEdit(edit, context);
    if ('error' in cell) {
      problems.push({ sampleId: edit.sampleId, metric: edit.metric ?? null, message: cell.error });
      continue;
    }
    const cells = bySample.get(edit.sampleId) ?? new Map<string, string>();
    bySample.set(edit.sampleId, cells.set(cell.column, cell.text));
  }
  if (problems.length > 0) return { problems };
  const changes: CellChange[] = [];
  for (const [sampleId, cells] of bySample) {
    const row = context.rows.get(sampleId);
    if (row === undefined) continue;
    renewRow(sampleId, row, cells, context.scores);
    for (const [column, after] of cells) {
      const before = cellText(row, column);
      if (before !== after) changes.push({ sampleId, column, before, after });
    }
  }
  return { changes };
}
