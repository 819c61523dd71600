export type { ImportedSample, ImportFile, ImportResult, Repair } from './importer.ts';
export { importRagent } from './ragent.ts';
export { importTrec, type TrecOptions } from './trec.ts';
