import { type Exporter, type ExportInput, listMetrics, readExportedSamples } from './exporter.ts';
import { createTableColumns, type TableCell } from './table-columns.ts';

function formatCell(cell: TableCell): string {
  if (cell === null) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

function formatRow(cells: readonly TableCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

async function* formatRows(input: ExportInput): AsyncGenerator<string> {
  const columns = createTableColumns(listMetrics(input.scores).map(([metric]) => metric));
  yield `\ufeff${formatRow(columns.map(({ name }) => name))}`;
  for await (const sample of readExportedSamples(input)) yield formatRow(columns.map((column) => column.cell(sample)));
}

/** One row a sample, UTF-8 with BOM, RFC 4180. Texts are written as they are, for programs: a spreadsheet may take some for formulas. */
export const csvExporter: Exporter = {
  format: 'csv',
  title: 'CSV, one row a sample',
  export: (input) => ({
    files: [{ name: `${input.runId}.csv`, media_type: 'text/csv', body: formatRows(input) }],
    notes: () => [],
  }),
};
