import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type ImportedSample,
  type ImportFile,
  type ImportResult,
  importRagent,
  importTrec,
} from '@reportcard/importers';
import { importRun } from '@reportcard/pipeline';
import { createRunId, nearestName, ReportcardError } from '@reportcard/report-schema';
import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { startProgress } from '../terminal/progress.ts';
import type { Flags, RunVerb } from '../verb.ts';

/** Opens a file of the caller. Throws a `data` error for a missing one, a folder or one without bytes. */
function openFile(name: string, context: CliContext): ImportFile {
  const file = path.resolve(context.cwd, name);
  if (!existsSync(file)) throw new ReportcardError({ code: 'data', file: name, message: 'there is no such file' });
  const stat = statSync(file);
  if (stat.isDirectory())
    throw new ReportcardError({ code: 'data', file: name, message: 'this is a folder', expected: 'a file' });
  if (stat.size === 0)
    throw new ReportcardError({
      code: 'data',
      file: name,
      message: 'the file is empty',
      hint: 'check that it was written completely',
    });
  return { name, open: () => createReadStream(file) };
}

function requireFlag(flags: Flags, name: string, format: string): string {
  const value = flags[name];
  if (typeof value === 'string') return value;
  throw new ReportcardError({
    code: 'usage',
    message: `import ${format} needs --${name} <file>`,
    hint: 'see reportcard import --help',
  });
}

interface Format {
  open(files: readonly string[], flags: Flags, context: CliContext): Promise<{ result: ImportResult; source: string }>;
}

const FORMATS: Readonly<Record<string, Format>> = {
  ragent: {
    async open(files, flags, context) {
      const [source] = files;
      if (source === undefined || files.length > 1)
        throw new ReportcardError({
          code: 'usage',
          message: 'import ragent takes one record file',
          expected: 'reportcard import ragent run.jsonl [--scores _scores.json]',
        });
      const scores = flags['scores'];
      const result = await importRagent({
        run: openFile(source, context),
        scores: typeof scores === 'string' ? openFile(scores, context) : undefined,
      });
      return { result, source };
    },
  },
  trec: {
    async open(files, flags, context) {
      if (files.length > 0)
        throw new ReportcardError({
          code: 'usage',
          message: 'import trec takes its files by name',
          expected: 'reportcard import trec --qrels F --run F',
        });
      const source = requireFlag(flags, 'run', 'trec');
      const qrels = openFile(requireFlag(flags, 'qrels', 'trec'), context);
      const level = flags['relevanceLevel'];
      const result = await importTrec(
        { qrels, run: openFile(source, context) },
        { relevanceLevel: typeof level === 'number' ? level : undefined },
      );
      return { result, source };
    },
  },
};

function findFormat(name: string): Format {
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (format !== undefined) return format;
  const near = nearestName(name, Object.keys(FORMATS));
  throw new ReportcardError({
    code: 'usage',
    message: `there is no import format ${JSON.stringify(name)}`,
    expected: Object.keys(FORMATS).join(', '),
    hint: near === undefined ? undefined : `did you mean ${near}?`,
  });
}

function refuseRepairs(result: ImportResult): void {
  const repairs = result.repairs();
  if (repairs.length === 0) return;
  throw ReportcardError.fromProblems(
    'data',
    repairs.map((repair) => ({
      message: `${repair.message} (${repair.count}×)`,
      hint: 'mend the file, or import without --strict',
    })),
  );
}

export const run: RunVerb = async ([formatName = '', ...files], flags, context) => {
  const format = findFormat(formatName);
  const { result, source } = await format.open(files, flags, context);
  const workspace = await openWorkspace(flags, context);
  const base = path.basename(source).replace(/\.[^.]+$/, '');
  const runId =
    typeof flags['name'] === 'string'
      ? flags['name']
      : createRunId(base.replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 60), context.now());
  const progress = await startProgress('importing', flags['quiet'] === true || flags['json'] === true, context);
  const strict = flags['strict'] === true;
  const checked: ImportResult = strict ? { ...result, samples: thenCheck(result) } : result;
  const meta = await importRun({
    store: workspace.store,
    runId,
    source: checked,
    format: formatName,
    datasetName: base,
    now: context.now(),
    l2Key: workspace.config.l2Key,
    onProgress: (count) => progress.update(count),
  });
  progress.end();
  if (flags['json'] === true)
    context.out(
      JSON.stringify({
        run_id: meta.run_id,
        n_samples: meta.dataset.n_samples,
        status: meta.status,
        repairs: result.repairs(),
        profile: result.profile ?? null,
      }),
    );
  else {
    for (const warning of meta.warnings) context.say(`note: ${warning}`);
    context.out(`imported ${meta.dataset.n_samples} samples as runs/${meta.run_id}.jsonl`);
    context.out(
      `next: reportcard score ${meta.run_id}${result.profile === undefined ? '' : ` --profile ${result.profile}`}`,
    );
  }
  return EXIT.done;
};

async function* thenCheck(result: ImportResult): AsyncGenerator<ImportedSample> {
  yield* result.samples;
  refuseRepairs(result);
}
