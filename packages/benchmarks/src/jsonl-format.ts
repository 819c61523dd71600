import { ReportcardError } from '@reportcard/report-schema';
import type { Benchmark } from '@reportcard/runner';
import type { BenchmarkFormat } from './benchmark-format.ts';
import { createJsonlBenchmark } from './jsonl-benchmark.ts';
import { type NeededFile, requireFile } from './source-folder.ts';

const CASES: NeededFile = {
  names: ['cases.jsonl'],
  from: 'your own data set: one case a line, query_id and user_input required',
};

/** The project's own data-set files in a folder: `cases.jsonl` and, where the system has to be given them, `documents.jsonl`. */
export const jsonlFormat: BenchmarkFormat = {
  format: 'jsonl',
  title: 'cases.jsonl and documents.jsonl',
  splits: [],
  options: {},
  files: () => [CASES],
  async open({ folder, split }): Promise<Benchmark> {
    const cases = await requireFile(folder, CASES);
    const openPath = (path: string) => {
      const file = folder.file(path);
      if (file !== undefined) return file;
      throw new ReportcardError({
        code: 'data',
        file: folder.name,
        message: `the folder lacks ${path}, which documents.jsonl names`,
        path: 'path',
      });
    };
    const name =
      folder.name
        .split(/[\\/]/)
        .filter((part) => part !== '')
        .at(-1) ?? 'dataset';
    const benchmark = createJsonlBenchmark({ name, cases, documents: folder.file('documents.jsonl'), openPath });
    return split === '' ? benchmark : { ...benchmark, manifest: { ...benchmark.manifest, split } };
  },
};
