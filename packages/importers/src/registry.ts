import { nearestName, ReportcardError } from '@reportcard/report-schema';
import { beirImporter } from './formats/beir.ts';
import { deepevalImporter } from './formats/deepeval.ts';
import { hetaImporter } from './formats/heta.ts';
import { inspectImporter } from './formats/inspect.ts';
import { langfuseImporter } from './formats/langfuse.ts';
import { langsmithImporter } from './formats/langsmith.ts';
import { ownTableImporter } from './formats/own-table.ts';
import { phoenixImporter } from './formats/phoenix.ts';
import { promptfooImporter } from './formats/promptfoo.ts';
import { ragasImporter } from './formats/ragas.ts';
import { ragasAnnotationsImporter } from './formats/ragas-annotations.ts';
import { ragentImporter } from './formats/ragent.ts';
import { recordsImporter } from './formats/records.ts';
import { tableImporter } from './formats/table.ts';
import { trecImporter } from './formats/trec.ts';
import type { ImportFile, ImportInput, ImportOptions, ImportResult } from './importer.ts';
import type { Importer } from './importer-port.ts';
import { openSource } from './read/open-source.ts';
import { refuseUnsuitable } from './unsuitable.ts';

/** All formats. `auto` asks them in this order, so the narrow ones come first. */
export const IMPORTERS: readonly Importer[] = [
  ragentImporter,
  trecImporter,
  beirImporter,
  recordsImporter,
  ownTableImporter,
  hetaImporter,
  ragasAnnotationsImporter,
  promptfooImporter,
  deepevalImporter,
  inspectImporter,
  phoenixImporter,
  langsmithImporter,
  langfuseImporter,
  ragasImporter,
  tableImporter,
];

/** Other names for formats. */
const ALIASES: Readonly<Record<string, string>> = {
  csv: 'table',
  tsv: 'table',
  json: 'table',
  jsonl: 'table',
  xlsx: 'table',
  parquet: 'table',
};

/** The importer of a format. Throws a `usage` error for an unknown one, with the nearest name. */
export function findImporter(format: string): Importer {
  const name = Object.hasOwn(ALIASES, format) ? ALIASES[format] : format;
  const importer = IMPORTERS.find((candidate) => candidate.format === name);
  if (importer !== undefined) return importer;
  const names = ['auto', ...IMPORTERS.map((candidate) => candidate.format)];
  const near = nearestName(format, names);
  throw new ReportcardError({
    code: 'usage',
    message: `there is no import format ${JSON.stringify(format)}`,
    expected: names.join(', '),
    hint: near === undefined ? undefined : `did you mean ${near}?`,
  });
}

/** The format of a file, by its content. Throws a `data` error that says what the file is where it holds no results. */
export async function detectFormat(file: ImportFile): Promise<Importer> {
  const source = await openSource(file);
  const narrow = IMPORTERS.find((importer) => importer !== tableImporter && importer.sniff?.(source) === true);
  if (narrow !== undefined) return narrow;
  refuseUnsuitable(source);
  return tableImporter;
}

/** Finds out the format of a file and imports it. */
export async function importAuto(
  file: ImportFile,
  options: ImportOptions = {},
  input: Omit<ImportInput, 'files'> = {},
): Promise<ImportResult & { readonly format: string }> {
  const importer = await detectFormat(file);
  const result = await importer.open({ ...input, files: [file] }, options);
  return { ...result, format: importer.format };
}
