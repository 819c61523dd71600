import type { Exporter, ExportInput } from './exporter.ts';
import { listMetrics, readExportedSamples } from './exporter.ts';
import { createTableColumns, type TableCell, type TableColumn } from './table-columns.ts';

const TYPES = { text: 'STRING', number: 'DOUBLE', flag: 'BOOLEAN' } as const;

/** Columns are held as a whole until the file is written: a run of 100,000 samples with long contexts takes about a gigabyte. */
async function collectColumns(input: ExportInput): Promise<{ column: TableColumn; data: TableCell[] }[]> {
  const columns = createTableColumns(listMetrics(input.scores).map(([metric]) => metric));
  const collected = columns.map((column) => ({ column, data: [] as TableCell[] }));
  for await (const sample of readExportedSamples(input))
    for (const { column, data } of collected) data.push(column.cell(sample));
  return collected;
}

async function* formatParquet(input: ExportInput): AsyncGenerator<Uint8Array> {
  const collected = await collectColumns(input);
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = collected.map(({ column, data }) => ({
    name: column.name,
    data,
    type: TYPES[column.type],
    nullable: true,
  }));
  yield new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** The table of `export csv` as Parquet, numbers as doubles, Snappy-compressed. */
export const parquetExporter: Exporter = {
  format: 'parquet',
  title: 'Parquet, one row a sample',
  export: (input) => ({
    files: [
      { name: `${input.runId}.parquet`, media_type: 'application/vnd.apache.parquet', body: formatParquet(input) },
    ],
    notes: () => [],
  }),
};
