import {
  escapeCell,
  formatCount,
  formatScored,
  formatValue,
  type Messages,
  type MetricRow,
  missesTarget,
  type SliceCell,
  type SliceRow,
  shortStyle,
} from '@reportcard/renderer-kit';
import { formatBar } from '../markdown/bar.ts';
import { formatFold } from '../markdown/fold.ts';
import { SMALL } from '../markdown/icons.ts';
import { type Column, createColumns, formatTable, type Table } from '../markdown/table.ts';

export interface SliceTableInput {
  /** Name of the dimension, the title of the first column. */
  readonly name: string;
  readonly rows: readonly SliceRow[];
  /** The headline metric first. */
  readonly metrics: readonly MetricRow[];
}

/** The count beside a value that rests on few samples, where the row's own count does not say so already. */
function markSmall(cell: SliceCell | undefined, row: SliceRow): string {
  if (cell === undefined || !cell.small || cell.n_scored === row.n_scored) return '';
  return ` (n=${formatCount(cell.n_scored)}${SMALL})`;
}

function showCell(metric: MetricRow, row: SliceRow, isHeadline: boolean): string {
  const cell = row.cells[metric.id];
  const value = cell?.value ?? null;
  const text = escapeCell(formatValue(value, shortStyle(metric.style), cell?.target?.threshold ?? null));
  const bar = isHeadline && metric.info.unit === 'ratio' ? formatBar(value) : '';
  const shown = cell !== undefined && missesTarget(cell.state) ? `**${text}**` : text;
  return `${bar}${shown}${markSmall(cell, row)}`;
}

/** Slices as a table: name, parent, scored samples, the headline metric with a bar, the other metrics; bold = off target. */
export function createSliceTable({ name, rows, metrics }: SliceTableInput, messages: Messages): Table {
  const hasParent = rows.some((row) => row.parent !== null);
  const parent: readonly Column[] = hasParent ? [{ title: messages.text('slice.intent_l1'), align: 'left' }] : [];
  return {
    columns: [
      { title: name, align: 'left' },
      ...parent,
      { title: messages.text('md.n'), align: 'right' },
      ...createColumns(
        `l${'r'.repeat(metrics.length)}`,
        metrics.map((metric) => metric.label),
      ),
    ],
    rows: rows.map((row) => [
      escapeCell(row.label),
      ...(hasParent ? [escapeCell(row.parent ?? '')] : []),
      `${formatScored(row.n_scored, row.n_total)}${row.small ? SMALL : ''}`,
      ...metrics.map((metric, index) => showCell(metric, row, index === 0)),
    ]),
  };
}

/** The first `limit` slices as a table, the rest folded below it. */
export function formatSlices(input: SliceTableInput, limit: number, messages: Messages): string {
  const shown = formatTable(createSliceTable({ ...input, rows: input.rows.slice(0, limit) }, messages));
  const rest = input.rows.slice(limit);
  if (rest.length === 0) return shown;
  const folded = formatTable(createSliceTable({ ...input, rows: rest }, messages));
  return `${shown}\n\n${formatFold(messages.text('md.rest', { n: rest.length }), folded)}`;
}
