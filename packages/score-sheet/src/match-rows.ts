import {
  findVaryingFields,
  type SampleKey,
  type ScoresFile,
  type SheetRow,
  type SheetState,
  sampleFacts,
  sampleKeys,
} from '@reportcard/report-schema';
import { KEY_COLUMNS } from './sheet-columns.ts';

/** Which row of a sheet belongs to which sample. */
export interface MatchedRows {
  /** Row by sample id; the first where an id stands twice. */
  readonly rows: ReadonlyMap<string, SheetRow>;
  /** Sample id by record number, in sheet order. */
  readonly samples: ReadonlyMap<number, string>;
  /** Rows that name a sample a row before them names too. */
  readonly doubled: readonly { readonly row: SheetRow; readonly first: SheetRow }[];
  /** Rows whose id no sample has. */
  readonly unknown: readonly SheetRow[];
  /** Identifying columns that are needed and not there. */
  readonly missingColumns: readonly string[];
}

/** The identifying columns a sheet of these scores needs: `query_id`, and the further ones that vary. */
export function keyColumns(scores: ScoresFile): (typeof KEY_COLUMNS)[number][] {
  const varying = findVaryingFields(sampleKeys(scores));
  const needed = [true, varying.mode, varying.unit, varying.pass];
  return KEY_COLUMNS.filter((_, index) => needed[index]);
}

/** The fields as one text; a single one stands for itself. */
function joinKey(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : JSON.stringify(parts);
}

function sampleKey(sample: SampleKey, columns: readonly (typeof KEY_COLUMNS)[number][]): string {
  return joinKey(columns.map((column) => String(sample[column] ?? '')));
}

function rowKey(row: SheetRow, columns: readonly string[]): string {
  return joinKey(columns.map((column) => (row.cells[column] ?? '').trim()));
}

/** Finds the sample of each row by its fields (never by parsing the sample id). Throws nothing; faults are listed. */
export function matchRows(sheet: SheetState, scores: ScoresFile): MatchedRows {
  const columns = keyColumns(scores);
  const missingColumns = columns.filter((column) => !sheet.columns.includes(column));
  const ids = new Map<string, string>();
  for (const [id, sample] of sampleFacts(scores)) ids.set(sampleKey(sample, columns), id);
  const rows = new Map<string, SheetRow>();
  const samples = new Map<number, string>();
  const doubled: { row: SheetRow; first: SheetRow }[] = [];
  const unknown: SheetRow[] = [];
  for (const row of sheet.rows) {
    const id = missingColumns.length > 0 ? undefined : ids.get(rowKey(row, columns));
    const first = id === undefined ? undefined : rows.get(id);
    if (id === undefined) unknown.push(row);
    else if (first !== undefined) doubled.push({ row, first });
    else {
      rows.set(id, row);
      samples.set(row.record, id);
    }
  }
  return { rows, samples, doubled, unknown, missingColumns };
}
