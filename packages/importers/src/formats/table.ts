import { importDrafts } from '../import-drafts.ts';
import type { ImportOptions, ImportResult } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { readTableDrafts, requireResults } from '../table-drafts.ts';

/** Reads the rows of a table by its column names and the mapping. */
function importTableSource(source: Source, options: ImportOptions): Promise<ImportResult> {
  requireResults(source, options);
  return importDrafts(
    {
      file: source.name,
      ids: 'content',
      decimalComma: source.decimalComma,
      drafts: (repairs) => readTableDrafts(source, options, repairs, 'metadata'),
      forgive: (error) => source.forgive?.(error) === true,
    },
    options,
  );
}

/** Any table of questions and answers: CSV, TSV, JSON, JSON Lines, XLSX, Parquet; columns by their usual names or a mapping. */
export const tableImporter: Importer = {
  format: 'table',
  title: 'any CSV, TSV, JSON, JSON Lines, XLSX or Parquet, with --columns where names do not tell',
  usage: 'table results.xlsx --columns user_input=ask,response=reply',
  takesColumns: true,
  sniff: ({ columns }) => columns.length > 0,
  async open(input, options) {
    return importTableSource(await openSource(requireOneFile(input, 'table', this.usage)), options);
  },
};
