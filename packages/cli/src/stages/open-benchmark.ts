import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  createJsonlBenchmark,
  openBenchmark as openPublished,
  type SourceFile,
  type SourceFolder,
} from '@reportcard/benchmarks';
import { type Config, ReportcardError } from '@reportcard/report-schema';
import type { Benchmark } from '@reportcard/runner';
import type { Workspace } from '../config/open-workspace.ts';

/** Opens a file that the configuration names, relative to its folder. Throws a `config` error when there is none. */
function openConfigured(folder: string, name: string, field: string): SourceFile {
  const file = path.resolve(folder, name);
  if (!existsSync(file))
    throw new ReportcardError({
      code: 'config',
      file: name,
      path: field,
      message: 'there is no such file',
      hint: `the path starts at ${folder}`,
    });
  if (!statSync(file).isFile())
    throw new ReportcardError({
      code: 'config',
      file: name,
      path: field,
      message: 'this is no file',
      expected: 'a JSON Lines file',
    });
  return { name, open: () => createReadStream(file) };
}

/** A folder that the configuration names. Names that leave it are refused, so that a data set can reach nothing else. */
function openFolder(root: string, shown: string): SourceFolder {
  const inside = (name: string): string | undefined => {
    const file = path.resolve(root, name);
    return file === root || file.startsWith(root + path.sep) ? file : undefined;
  };
  return {
    name: shown,
    file: (name) => {
      const file = inside(name);
      if (file === undefined || !existsSync(file) || !statSync(file).isFile()) return undefined;
      return { name: `${shown}/${name}`, open: () => createReadStream(file) };
    },
    list: (name) => {
      const folder = inside(name);
      if (folder === undefined || !existsSync(folder) || !statSync(folder).isDirectory()) return [];
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
        .sort();
    },
  };
}

/** A published benchmark in the folder the configuration names. Throws a `config` error when there is no such folder. */
function openConfiguredBenchmark(folder: string, benchmark: NonNullable<Config['benchmark']>): Promise<Benchmark> {
  const root = path.resolve(folder, benchmark.path);
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw new ReportcardError({
      code: 'config',
      file: benchmark.path,
      path: 'benchmark.path',
      message: 'there is no such folder',
      hint: `the path starts at ${folder}`,
    });
  const { format, split, options } = benchmark;
  return openPublished({ format, folder: openFolder(root, benchmark.path), split, options });
}

/** The benchmark the configuration names. Throws a `config` error when there is none. */
export async function openBenchmark({ config, folder }: Workspace): Promise<Benchmark> {
  const { dataset, target, benchmark } = config;
  if (benchmark !== undefined) return openConfiguredBenchmark(folder, benchmark);
  if (dataset !== undefined) {
    const documents =
      dataset.documents === undefined ? undefined : openConfigured(folder, dataset.documents, 'dataset.documents');
    const cases = openConfigured(folder, dataset.cases, 'dataset.cases');
    const base = dataset.documents === undefined ? folder : path.dirname(path.resolve(folder, dataset.documents));
    const benchmark = createJsonlBenchmark({
      name: dataset.name ?? path.basename(dataset.cases).replace(/\.[^.]+$/, ''),
      version: dataset.version ?? null,
      cases,
      documents,
      openPath: (name) => openConfigured(base, name, 'path'),
    });
    if (dataset.columns === undefined && /\.(jsonl?|ndjson)$/i.test(dataset.cases)) return benchmark;
    const { readTableCases } = await import('@reportcard/importers');
    const table = await readTableCases(cases, dataset.columns);
    return { ...benchmark, cases: () => table.cases };
  }
  if (target?.kind === 'demo') {
    const { createDemoBenchmark } = await import('@reportcard/demo');
    return createDemoBenchmark({ language: target.language ?? 'zh' });
  }
  throw new ReportcardError({
    code: 'config',
    path: 'dataset',
    message: 'the configuration names no data set',
    expected: 'dataset: { cases: "cases.jsonl" } or benchmark: { format: "uda", path: "FOLDER" }',
    hint: 'reportcard init writes a configuration that runs',
  });
}
