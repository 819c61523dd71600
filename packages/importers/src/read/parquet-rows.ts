import { createRecord, ReportcardError } from '@reportcard/report-schema';
import { type ImportFile, readBytes } from '../importer.ts';
import type { Row } from './csv-rows.ts';

/** A Parquet file is held as a whole while its row groups are read one by one. */
const MAX_BYTES = 128 * 1024 * 1024;

function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return value;
}

/** The rows of a Parquet file as typed values. Throws a `data` error for a file that cannot be read. */
export async function* readParquetRows(file: ImportFile): AsyncGenerator<Row> {
  const bytes = await readBytes(file, MAX_BYTES);
  const buffer = new Uint8Array(bytes).buffer;
  const [{ parquetMetadata, parquetReadObjects }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  let line = 0;
  try {
    let start = 0;
    for (const group of parquetMetadata(buffer).row_groups) {
      const end = start + Number(group.num_rows);
      const rows = await parquetReadObjects({ file: buffer, compressors, rowStart: start, rowEnd: end });
      start = end;
      for (const row of rows) {
        line++;
        yield {
          line,
          cells: createRecord(Object.entries(row).map(([name, value]) => [name, toPlain(value)] as const)),
        };
      }
    }
  } catch (cause) {
    if (cause instanceof ReportcardError) throw cause;
    throw new ReportcardError({
      code: 'data',
      file: file.name,
      message: 'the Parquet file cannot be read',
      got: cause instanceof Error ? cause.message : undefined,
      hint: 'write it again, or export CSV',
      cause,
    });
  }
}
