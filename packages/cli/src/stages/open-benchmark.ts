import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { createJsonlBenchmark, type SourceFile } from '@reportcard/benchmarks';
import { ReportcardError } from '@reportcard/report-schema';
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

/** The benchmark the configuration names. Throws a `config` error when there is none. */
export async function openBenchmark({ config, folder }: Workspace): Promise<Benchmark> {
  const { dataset, target } = config;
  if (dataset !== undefined) {
    const documents =
      dataset.documents === undefined ? undefined : openConfigured(folder, dataset.documents, 'dataset.documents');
    const base = dataset.documents === undefined ? folder : path.dirname(path.resolve(folder, dataset.documents));
    return createJsonlBenchmark({
      name: dataset.name ?? path.basename(dataset.cases).replace(/\.jsonl?$/, ''),
      version: dataset.version ?? null,
      cases: openConfigured(folder, dataset.cases, 'dataset.cases'),
      documents,
      openPath: (name) => openConfigured(base, name, 'path'),
    });
  }
  if (target?.kind === 'demo') {
    const { createDemoBenchmark } = await import('@reportcard/demo');
    return createDemoBenchmark({ language: target.language ?? 'zh' });
  }
  throw new ReportcardError({
    code: 'config',
    path: 'dataset',
    message: 'the configuration names no data set',
    expected: 'dataset: { cases: "cases.jsonl" }',
    hint: 'reportcard init writes a configuration that runs',
  });
}
