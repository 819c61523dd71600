import type { Override, SheetState, StaleOverride } from '@reportcard/report-schema';
import type { CellKey } from './manual-overrides.ts';

/** What was noticed while a sheet was read. */
export interface SheetFindings {
  readonly stale: readonly StaleOverride[];
  readonly kept: readonly Override[];
  readonly cleared: readonly CellKey[];
  /** Scores in rows without `inputs_sha256`. */
  readonly withoutHash: number;
  /** Rows whose sample the run no longer has. */
  readonly dropped: number;
  /** Rows that were made from other scores. */
  readonly unchecked: number;
}

function count(n: number, one: string, many: string): string {
  return n === 1 ? `1 ${one}` : `${n} ${many}`;
}

/** What a user should know of a sheet that was read without a fault, one sentence each; empty when there is nothing. */
export function describeSheet(sheet: SheetState, findings: SheetFindings): string[] {
  const { stale, kept, cleared, withoutHash, dropped, unchecked } = findings;
  const notes: string[] = [];
  if (sheet.dialect.guessed) {
    notes.push(
      `${sheet.path} is not UTF-8; it was read as ${sheet.dialect.encoding}, which its header and ids confirm.`,
    );
  }
  if (stale.length > 0) {
    const scores = count(stale.length, 'human score was', 'human scores were');
    notes.push(
      `${scores} not applied: given for another answer or a sample that is gone. The cells are kept; ` +
        'where the score still holds, empty inputs_sha256 in that row.',
    );
  }
  if (dropped > 0)
    notes.push(`${count(dropped, 'row belongs', 'rows belong')} to samples the run no longer has; kept at the end.`);
  if (kept.length > 0) {
    notes.push(
      `${count(kept.length, 'earlier override stays', 'earlier overrides stay')}: the row, column or cell is missing, not blank.`,
    );
  }
  if (cleared.length > 0)
    notes.push(`${count(cleared.length, 'override was', 'overrides were')} cleared; the automatic value is back.`);
  if (withoutHash > 0) {
    notes.push(
      `${count(withoutHash, 'score stands', 'scores stand')} in rows without inputs_sha256; they count as current.`,
    );
  }
  if (unchecked > 0) {
    notes.push(
      `${count(unchecked, 'row shows', 'rows show')} automatic scores made from other scores than these; they were not compared.`,
    );
  }
  return notes;
}
