export { createJsonlBenchmark, type JsonlBenchmarkOptions, readCases, readDocuments } from './jsonl-benchmark.ts';
export { readSourceBytes, type SourceFile } from './source-file.ts';
