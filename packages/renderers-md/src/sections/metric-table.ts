import {
  codeSpan,
  escapeCell,
  formatCount,
  formatValue,
  type Messages,
  type MetricRow,
  missesTarget,
} from '@reportcard/renderer-kit';
import { SMALL, STATE_ICONS } from '../markdown/icons.ts';
import type { Column, Table } from '../markdown/table.ts';

interface MetricColumn {
  readonly title: string;
  readonly align: Column['align'];
  cell(row: MetricRow, messages: Messages): string;
  /** Left out where no row has it. */
  has?(row: MetricRow): boolean;
}

function showValue(row: MetricRow, messages: Messages): string {
  const most = row.stats?.max_attainable ?? null;
  const limited = most !== null && row.value !== null && most < 1;
  const value = row.shown.value;
  const text = limited ? messages.text('md.attainable', { value, max: formatValue(most, row.style) }) : value;
  return missesTarget(row.state) ? `**${escapeCell(text)}**` : escapeCell(text);
}

const COLUMNS: readonly MetricColumn[] = [
  { title: '', align: 'center', cell: (row) => STATE_ICONS[row.state] },
  { title: 'md.metric', align: 'left', cell: (row) => `${escapeCell(row.label)} ${codeSpan(row.id)}` },
  { title: 'md.value', align: 'right', cell: showValue },
  {
    title: 'md.target',
    align: 'right',
    cell: (row) => escapeCell(row.shown.target),
    has: (row) => row.target !== null,
  },
  {
    title: 'md.delta',
    align: 'right',
    cell: (row) => escapeCell(`${row.shown.delta} ${row.delta?.mark ?? ''}`),
    has: (row) => row.delta !== null,
  },
  { title: 'md.ci95', align: 'center', cell: (row) => escapeCell(row.shown.ci95) },
  { title: 'md.n', align: 'right', cell: (row) => `${formatCount(row.n_scored)}${row.small ? SMALL : ''}` },
  { title: 'md.missing', align: 'right', cell: (row) => formatCount(row.n_missing) },
  { title: 'md.outside', align: 'right', cell: (row) => formatCount(row.n_not_applicable) },
];

/**
 * Metrics as a table: state, name and id, value (bold where it misses its target), target, change, interval, scored,
 * missing and not applicable samples. Columns for targets and changes only where one of the metrics has any.
 */
export function createMetricTable(rows: readonly MetricRow[], messages: Messages): Table {
  const columns = COLUMNS.filter(({ has }) => has === undefined || rows.some((row) => has(row)));
  return {
    columns: columns.map(({ title, align }) => ({ title: title === '' ? '' : messages.text(title), align })),
    rows: rows.map((row) => columns.map((column) => column.cell(row, messages))),
  };
}
