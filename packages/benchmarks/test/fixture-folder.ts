import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Case } from '@reportcard/report-schema';
import { parseCase } from '@reportcard/report-schema';
import type { Benchmark, BenchmarkDocument, BenchmarkRunUnit } from '@reportcard/runner';
import { openBenchmark, type SourceFolder } from '../src/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../fixtures/benchmarks');

/** A folder of the fixtures. */
function fixtureFolder(name: string): SourceFolder {
  const root = path.join(ROOT, name);
  return {
    name,
    file: (relative) => {
      const file = path.join(root, relative);
      return existsSync(file) && statSync(file).isFile()
        ? { name: `${name}/${relative}`, open: () => createReadStream(file) }
        : undefined;
    },
    list: (folder) => {
      const start = path.join(root, folder);
      if (!existsSync(start)) return [];
      return readdirSync(start, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
    },
  };
}

/** A benchmark of the fixtures, read to the end. */
export interface ReadBenchmark {
  readonly benchmark: Benchmark;
  readonly cases: readonly Case[];
  readonly documents: readonly BenchmarkDocument[];
  readonly units: readonly BenchmarkRunUnit[];
}

async function collect<T>(items: AsyncIterable<T> | Iterable<T> | undefined): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items ?? []) all.push(item);
  return all;
}

/** Opens a benchmark of the fixtures and reads it. */
export async function readFixture(
  folder: string,
  input: Omit<Parameters<typeof openBenchmark>[0], 'folder'>,
): Promise<ReadBenchmark> {
  const benchmark = await openBenchmark({ ...input, folder: fixtureFolder(folder) });
  return {
    benchmark,
    cases: (await collect(benchmark.cases({}))).map((item) => parseCase(item)),
    documents: await collect(benchmark.documents({})),
    units: await collect(benchmark.run_units?.({})),
  };
}
