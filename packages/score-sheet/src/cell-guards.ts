import { guardOwnCell, guardText, unguardOwnCell, unguardRemark, unguardText } from './guard.ts';
import type { ColumnKind } from './sheet-columns.ts';

/** How the text of a cell is guarded on writing and unguarded on reading, by the kind of its column. */
export interface CellGuard {
  readonly guard: (text: string) => string;
  readonly unguard: (cell: string) => string;
}

const OWN_CELL: CellGuard = { guard: guardOwnCell, unguard: unguardOwnCell };

export const CELL_GUARDS: Readonly<Record<ColumnKind, CellGuard>> = {
  text: { guard: guardText, unguard: unguardText },
  remark: { guard: guardText, unguard: unguardRemark },
  value: OWN_CELL,
  manual: OWN_CELL,
  extra: OWN_CELL,
};
