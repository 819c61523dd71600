import { nearestName, ReportcardError } from '@reportcard/report-schema';
import { csvExporter } from './csv-export.ts';
import { deepevalExporter } from './deepeval-export.ts';
import type { Exporter } from './exporter.ts';
import { hetaExporter } from './heta-export.ts';
import { jsonlExporter } from './jsonl-export.ts';
import { parquetExporter } from './parquet-export.ts';
import { ragasExporter } from './ragas-export.ts';
import { trecExporter } from './trec-export.ts';

/** All formats that can be written. */
export const EXPORTERS: readonly Exporter[] = [
  ragasExporter,
  jsonlExporter,
  csvExporter,
  parquetExporter,
  trecExporter,
  hetaExporter,
  deepevalExporter,
];

/** The exporter of a format. Throws a `usage` error for an unknown one, with the nearest name. */
export function findExporter(format: string): Exporter {
  const exporter = EXPORTERS.find((candidate) => candidate.format === format);
  if (exporter !== undefined) return exporter;
  const names = EXPORTERS.map((candidate) => candidate.format);
  const near = nearestName(format, names);
  throw new ReportcardError({
    code: 'usage',
    message: `there is no export format ${JSON.stringify(format)}`,
    expected: names.join(', '),
    hint: near === undefined ? undefined : `did you mean ${near}?`,
  });
}
