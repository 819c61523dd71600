import { nearestName, ReportcardError } from '@reportcard/report-schema';
import type { Benchmark } from '@reportcard/runner';
import { beirFormat } from './beir.ts';
import type { BenchmarkFormat, BenchmarkInput } from './benchmark-format.ts';
import { crudRagFormat } from './crud-rag.ts';
import { jsonlFormat } from './jsonl-format.ts';
import { legalBenchRagFormat } from './legalbench-rag.ts';
import { multiHopRagFormat } from './multihop-rag.ts';
import { rgbFormat } from './rgb.ts';
import { udaFormat } from './uda.ts';

/** All benchmarks that can be opened. */
export const BENCHMARK_FORMATS: readonly BenchmarkFormat[] = [
  jsonlFormat,
  beirFormat,
  udaFormat,
  multiHopRagFormat,
  legalBenchRagFormat,
  crudRagFormat,
  rgbFormat,
];

function unknownName(path: string, got: string, known: readonly string[]): ReportcardError {
  const near = nearestName(got, known);
  return new ReportcardError({
    code: 'config',
    path,
    message: `there is no ${JSON.stringify(got)}`,
    expected: known.join(', '),
    hint: near === undefined ? undefined : `did you mean ${near}?`,
  });
}

/**
 * Opens a benchmark from its published files. Nothing is downloaded. Throws `config` errors for an unknown format, split
 * or option, `data` errors for files that are missing (with where to get them) or have another form.
 */
export async function openBenchmark(input: BenchmarkInput & { readonly format: string }): Promise<Benchmark> {
  const format = BENCHMARK_FORMATS.find((candidate) => candidate.format === input.format);
  if (format === undefined)
    throw unknownName(
      'benchmark.format',
      input.format,
      BENCHMARK_FORMATS.map((known) => known.format),
    );
  const split = input.split ?? format.splits[0] ?? '';
  if (format.splits.length > 0 && !format.splits.includes(split))
    throw unknownName('benchmark.split', split, format.splits);
  const unknown = Object.keys(input.options ?? {}).find((name) => !Object.hasOwn(format.options, name));
  if (unknown !== undefined) throw unknownName('benchmark.options', unknown, Object.keys(format.options));
  return format.open({ ...input, split });
}
