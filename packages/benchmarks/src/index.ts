export type { BenchmarkFormat, BenchmarkInput } from './benchmark-format.ts';
export { createJsonlBenchmark, type JsonlBenchmarkOptions, readCases, readDocuments } from './jsonl-benchmark.ts';
export { createSpanLocator, type SpanLocator } from './locate-span.ts';
export { BENCHMARK_FORMATS, openBenchmark } from './open-benchmark.ts';
export { readSourceBytes, type SourceFile } from './source-file.ts';
export type { NeededFile, SourceFolder } from './source-folder.ts';
