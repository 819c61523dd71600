export { EXPORTERS, findExporter } from './export/export-registry.ts';
export type { ExportedFile, Exporter, ExportInput } from './export/exporter.ts';
export { importBeir } from './formats/beir.ts';
export { importRagent } from './formats/ragent.ts';
export { importTrec, type TrecOptions } from './formats/trec.ts';
export type {
  ImportedSample,
  ImportFile,
  ImportFolder,
  ImportInput,
  ImportOptions,
  ImportResult,
  Repair,
} from './importer.ts';
export type { Importer } from './importer-port.ts';
export { detectFormat, findImporter, IMPORTERS, importAuto } from './registry.ts';
export { readTableCases, type TableCases } from './table-cases.ts';
