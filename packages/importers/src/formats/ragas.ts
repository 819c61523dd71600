import { importDrafts } from '../import-drafts.ts';
import type { ImportOptions, ImportResult } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { assignColumns } from '../table-columns.ts';
import { readTableDrafts, requireResults } from '../table-drafts.ts';

/** True for rows with a question and either retrieved contexts or a score RAGAS gives. */
function isRagas(source: Source): boolean {
  const roles = assignColumns(source.columns, {}, source.name);
  if (!roles.fields.has('user_input')) return false;
  return roles.fields.has('contexts') || roles.metrics.size > 0;
}

/** Reads RAGAS rows of a file that is open already. */
function importRagasSource(source: Source, options: ImportOptions): Promise<ImportResult> {
  requireResults(source, options);
  return importDrafts(
    {
      file: source.name,
      ids: 'content',
      decimalComma: source.decimalComma,
      drafts: (repairs) => readTableDrafts(source, options, repairs, 'candidates'),
      forgive: (error) => source.forgive?.(error) === true,
    },
    options,
  );
}

/**
 * Exports of RAGAS 0.1 (`question answer contexts ground_truth`) and 0.2 and later (`user_input response
 * retrieved_contexts reference`) as CSV, JSON, JSON Lines, XLSX or Parquet. The five metrics come in as RAGAS scores,
 * its further ones and other columns of numbers as evaluator metrics.
 */
export const ragasImporter: Importer = {
  format: 'ragas',
  title: 'RAGAS results, versions 0.1 to 0.4: CSV, JSON, JSON Lines, XLSX, Parquet',
  usage: 'ragas results.csv',
  takesColumns: true,
  sniff: isRagas,
  async open(input, options) {
    return importRagasSource(await openSource(requireOneFile(input, 'ragas', this.usage)), options);
  },
};
