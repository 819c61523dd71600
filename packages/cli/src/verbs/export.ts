import path from 'node:path';
import { findExporter } from '@reportcard/importers';
import { createFileStore } from '@reportcard/object-store';
import { findRun, loadRunMeta, loadScores, readRun, reportPlace } from '@reportcard/pipeline';
import { ReportcardError, type RunRecord } from '@reportcard/report-schema';
import { openWorkspace, type Workspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import type { RunVerb } from '../verb.ts';

/** The recording behind a report key: `v1` for `v1` and for `v1.second_judge`. */
async function findRecording(workspace: Workspace, runKey: string): Promise<string> {
  if (await workspace.store.exists(`runs/${runKey}.jsonl`)) return runKey;
  const runId = runKey.slice(0, runKey.lastIndexOf('.'));
  if (runId !== '' && (await workspace.store.exists(`runs/${runId}.jsonl`))) return runId;
  throw new ReportcardError({
    code: 'usage',
    message: `the run ${runKey} has no records in this workspace`,
    file: `runs/${runKey}.jsonl`,
    hint: 'an export needs the recording, not only its scores',
  });
}

export const run: RunVerb = async ([format = '', wanted], flags, context) => {
  const exporter = findExporter(format);
  const workspace = await openWorkspace(flags, context);
  const { store } = workspace;
  const runKey = await findRun(store, wanted);
  const runId = await findRecording(workspace, runKey);
  async function* records(): AsyncGenerator<RunRecord> {
    for await (const { record } of readRun(store, runId)) yield record;
  }
  const mode = flags['mode'];
  const { files, notes } = exporter.export({
    runId: runKey,
    scores: await loadScores(store, reportPlace(runKey)),
    meta: await loadRunMeta(store, runId),
    records,
    mode: typeof mode === 'string' ? mode : undefined,
  });
  const out = flags['out'];
  const target = typeof out === 'string' ? createFileStore(path.resolve(context.cwd, out)) : store;
  const isPartitioned = flags['partition'] === true;
  const part = isPartitioned ? `run_id=${runKey}/` : '';
  const folder = typeof out === 'string' ? part : `exports/${isPartitioned ? part : `${runKey}/`}`;
  const written: string[] = [];
  for (const file of files) {
    await target.put(`${folder}${file.name}`, file.body);
    written.push(typeof out === 'string' ? path.join(out, folder, file.name) : `${folder}${file.name}`);
  }
  if (flags['json'] === true) context.out(JSON.stringify({ run: runKey, format, files: written, notes: notes() }));
  else {
    for (const note of notes()) context.say(`note: ${note}`);
    for (const name of written) context.out(`wrote ${name}`);
  }
  return EXIT.done;
};
