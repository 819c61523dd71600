import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatProblem, type Problem, ReportcardError } from '@reportcard/report-schema';
import { loadConfig } from '../config/load-config.ts';
import { EXIT } from '../exit-codes.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags, RunVerb } from '../verb.ts';
import { checkFile } from './validate-file.ts';
import { checkReportFolder } from './validate-report.ts';

interface Checked {
  readonly file: string;
  readonly kind: string;
  readonly n: number;
  readonly problems: readonly Problem[];
}

async function checkPath(name: string, flags: Flags, context: CliContext): Promise<Checked[]> {
  const file = path.resolve(context.cwd, name);
  if (!existsSync(file)) {
    const hint = 'of a run, name its files: runs/RUN.jsonl, reports/RUN';
    const problem = { file: name, message: 'there is no such file', expected: 'a file, or a report folder', hint };
    return [{ file: name, kind: 'file', n: 0, problems: [problem] }];
  }
  if (statSync(file).isDirectory()) {
    if (existsSync(path.join(file, '_scores.json'))) return checkReportFolder(file, name);
    return [
      {
        file: name,
        kind: 'folder',
        n: 0,
        problems: [
          { file: name, message: 'this is a folder', expected: 'a file, or a report folder with _scores.json' },
        ],
      },
    ];
  }
  if (/^reportcard\.config\./.test(path.basename(file))) return [await checkConfigFile(name, flags, context)];
  const { kind, n, problems } = await checkFile({ name, open: () => createReadStream(file) });
  return [{ file: name, kind, n, problems }];
}

async function checkConfigFile(name: string, flags: Flags, context: CliContext): Promise<Checked> {
  try {
    await loadConfig({ ...flags, config: name }, context);
    return { file: name, kind: 'configuration', n: 1, problems: [] };
  } catch (error) {
    if (error instanceof ReportcardError) return { file: name, kind: 'configuration', n: 1, problems: error.problems };
    throw error;
  }
}

/** What is checked when no file is named: the configuration and the data set it names. */
async function configuredFiles(flags: Flags, context: CliContext): Promise<string[]> {
  const { config, file, folder } = await loadConfig(flags, context);
  if (file === null)
    throw new ReportcardError({
      code: 'usage',
      message: 'there is nothing to validate',
      expected: 'a file name, or a configuration in this folder',
      hint: 'reportcard validate cases.jsonl',
    });
  const named = [config.dataset?.cases, config.dataset?.documents].filter((name) => name !== undefined);
  return [file, ...named.map((name) => path.resolve(folder, name))].map((name) => path.relative(context.cwd, name));
}

export const run: RunVerb = async (files, flags, context) => {
  const names = files.length > 0 ? files : await configuredFiles(flags, context);
  const checked: Checked[] = [];
  for (const name of names) checked.push(...(await checkPath(name, flags, context)));
  const problems = checked.flatMap((entry) => entry.problems);
  if (flags['json'] === true)
    context.out(
      JSON.stringify({
        ok: problems.length === 0,
        files: checked.map(({ file, kind, n, problems: found }) => ({ file, kind, n, problems: found })),
      }),
    );
  else {
    for (const problem of problems) context.say(`error: ${formatProblem(problem)}`);
    for (const { file, kind, n, problems: found } of checked) {
      context.out(
        found.length === 0
          ? `${file}: ${kind}, ${n} ${n === 1 ? 'entry' : 'entries'}, no problem`
          : `${file}: ${kind}, ${found.length} ${found.length === 1 ? 'problem' : 'problems'}`,
      );
    }
  }
  return problems.length === 0 ? EXIT.done : EXIT.usage;
};
