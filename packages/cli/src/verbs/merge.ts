import { existsSync } from 'node:fs';
import path from 'node:path';
import { describeAnswers } from '@reportcard/judge';
import { createFileStore } from '@reportcard/object-store';
import { findRun, mergeRuns, type RunShardSource } from '@reportcard/pipeline';
import { openWorkspace, type Workspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { chooseLocale } from '../stages/choose-locale.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { formatSummary } from '../terminal/summary.ts';
import { type RunVerb, UsageError } from '../verb.ts';

/** A run of the workspace by name, or the run file of another workspace by path. */
async function findShard(workspace: Workspace, wanted: string, context: CliContext): Promise<RunShardSource> {
  if (!wanted.endsWith('.jsonl')) {
    const runId = await findRun(workspace.store, wanted);
    return { store: workspace.store, runId, shown: `runs/${runId}.jsonl` };
  }
  const file = path.resolve(context.cwd, wanted);
  if (!existsSync(file)) throw new UsageError(`there is no file ${wanted}`);
  if (path.basename(path.dirname(file)) !== 'runs')
    throw new UsageError(`${wanted} stands in no workspace: expected a path such as FOLDER/runs/RUN.jsonl`);
  const root = path.dirname(path.dirname(file));
  return { store: createFileStore(root), runId: path.basename(file, '.jsonl'), shown: wanted };
}

export const run: RunVerb = async (args, flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const shards: RunShardSource[] = [];
  for (const wanted of args) shards.push(await findShard(workspace, wanted, context));
  const runId = typeof flags['name'] === 'string' ? flags['name'] : `${shards[0]?.runId}-merged`;
  const { meta, scores, notes } = await mergeRuns({
    store: workspace.store,
    runId,
    shards,
    describeAnswers,
    l2Key: workspace.config.l2Key,
    now: context.now(),
  });
  const scoresKey = scores === null ? null : `reports/${runId}/_scores.json`;
  if (flags['json'] === true) {
    const { n_samples } = meta.dataset;
    context.out(
      JSON.stringify({
        run_id: runId,
        records: `runs/${runId}.jsonl`,
        n_samples,
        scores: scoresKey,
        overall: scores?.overall ?? null,
        notes,
      }),
    );
    return EXIT.done;
  }
  for (const note of notes) context.say(`note: ${note}`);
  context.out(`merged ${shards.length} parts into runs/${runId}.jsonl`);
  if (scores === null) {
    context.out(`no part was scored; next: reportcard score ${runId}`);
    return EXIT.done;
  }
  for (const line of formatSummary(scores, chooseLocale(flags, workspace.config.language, scores))) context.out(line);
  context.out('');
  context.out(`scores: ${scoresKey}`);
  context.out(`next: reportcard report ${runId}`);
  return EXIT.done;
};
