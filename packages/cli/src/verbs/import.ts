import path from 'node:path';
import {
  detectFormat,
  findImporter,
  type ImportedSample,
  type Importer,
  type ImportOptions,
  type ImportResult,
} from '@reportcard/importers';
import { importRun } from '@reportcard/pipeline';
import { createRunId, ReportcardError } from '@reportcard/report-schema';
import { openWorkspace, type Workspace } from '../config/open-workspace.ts';
import { findWritableConfig, saveColumns } from '../config/save-columns.ts';
import { EXIT } from '../exit-codes.ts';
import { openImportInput } from '../stages/import-input.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { startProgress } from '../terminal/progress.ts';
import type { Flags, RunVerb } from '../verb.ts';

interface OpenedImport {
  readonly importer: Importer;
  readonly result: ImportResult;
  /** The file whose name the run gets. */
  readonly source: string;
}

function optionsOf(flags: Flags, workspace: Workspace, onSurvey: (count: number) => void): ImportOptions {
  const { relevanceLevel, split } = flags;
  return {
    columns: { ...workspace.config.import?.columns, ...columnsOf(flags) },
    relevanceLevel: typeof relevanceLevel === 'number' ? relevanceLevel : undefined,
    split: typeof split === 'string' ? split : undefined,
    onSurvey,
  };
}

async function openImport(
  format: string,
  files: readonly string[],
  flags: Flags,
  context: CliContext,
  options: ImportOptions,
): Promise<OpenedImport> {
  const input = openImportInput(files, flags, context, format === 'beir');
  const [file] = input.files;
  if (format === 'auto' && (file === undefined || input.files.length > 1))
    throw new ReportcardError({
      code: 'usage',
      message: 'import auto takes one file',
      expected: 'reportcard import auto results.csv',
    });
  const importer = format === 'auto' && file !== undefined ? await detectFormat(file) : findImporter(format);
  refuseColumns(importer, flags);
  const result = await importer.open(input, options);
  const source = input.files[0]?.name ?? String(flags['run'] ?? input.folder?.name ?? format);
  return { importer, result, source };
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

async function* thenCheck(result: ImportResult): AsyncGenerator<ImportedSample> {
  yield* result.samples;
  refuseRepairs(result);
}

/** The mapping that was given by flags. */
function columnsOf(flags: Flags): Record<string, string> | undefined {
  const columns = flags['columns'];
  return columns === null || typeof columns !== 'object' ? undefined : (columns as Record<string, string>);
}

/** Checks before anything is imported that a mapping can be kept where that is wanted. */
function requireKeepable(flags: Flags, workspace: Workspace): void {
  if (flags['saveColumns'] !== true) return;
  const columns = columnsOf(flags);
  if (columns !== undefined) findWritableConfig(workspace, columns);
  else
    throw new ReportcardError({
      code: 'usage',
      message: '--save-columns needs the columns',
      expected: '--columns user_input=ask,response=reply --save-columns',
    });
}

/** Keeps the mapping where that is wanted, else says how; undefined where there is none. */
function keepMapping(flags: Flags, workspace: Workspace): string | undefined {
  const columns = columnsOf(flags);
  if (columns === undefined) return undefined;
  if (flags['saveColumns'] === true) return `the columns are kept in ${saveColumns(workspace, columns)}`;
  return `to keep the columns, add --save-columns, or put this into the configuration: import: { columns: ${JSON.stringify(columns)} }`;
}

/** A mapping for a format that knows its columns would be passed over: it is refused. */
function refuseColumns(importer: Importer, flags: Flags): void {
  if (importer.takesColumns === true || columnsOf(flags) === undefined) return;
  throw new ReportcardError({
    code: 'usage',
    message: `a file of ${importer.format} has columns of its own: --columns says nothing there`,
    hint: 'leave it out, or read the file as a table: reportcard import table FILE --columns …',
  });
}

export const run: RunVerb = async ([formatName = '', ...files], flags, context) => {
  if (formatName !== 'auto') findImporter(formatName);
  const workspace = await openWorkspace(flags, context);
  requireKeepable(flags, workspace);
  const quiet = flags['quiet'] === true || flags['json'] === true;
  const survey = await startProgress('looking through', quiet, context);
  const options = optionsOf(flags, workspace, (count) => survey.update(count));
  const { importer, result, source } = await openImport(formatName, files, flags, context, options).finally(() =>
    survey.end(),
  );
  const progress = await startProgress('importing', quiet, context);
  const base = path.basename(source).replace(/\.[^.]+$/, '');
  const runId =
    typeof flags['name'] === 'string'
      ? flags['name']
      : createRunId(base.replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 60), context.now());
  const meta = await importRun({
    store: workspace.store,
    runId,
    source: flags['strict'] === true ? { ...result, samples: thenCheck(result) } : result,
    format: importer.format,
    datasetName: base,
    now: context.now(),
    l2Key: workspace.config.l2Key,
    onProgress: (count) => progress.update(count),
  }).finally(() => progress.end());
  const kept = keepMapping(flags, workspace);
  if (flags['json'] === true) {
    const { run_id, status, dataset } = meta;
    const repairs = result.repairs();
    const { format } = importer;
    const profile = result.profile ?? null;
    context.out(JSON.stringify({ run_id, format, n_samples: dataset.n_samples, status, repairs, profile }));
    return EXIT.done;
  }
  for (const warning of meta.warnings) context.say(`note: ${warning}`);
  if (kept !== undefined) context.say(`note: ${kept}`);
  const found = formatName === 'auto' ? ` (${importer.format})` : '';
  context.out(`imported ${meta.dataset.n_samples} samples${found} as runs/${meta.run_id}.jsonl`);
  context.out(
    `next: reportcard score ${meta.run_id}${result.profile === undefined ? '' : ` --profile ${result.profile}`}`,
  );
  return EXIT.done;
};
