import { findRun } from '@reportcard/pipeline';
import { type Config, createRunId } from '@reportcard/report-schema';
import { BenchmarkRunner, type RecordResult, type RunShard, type TaskRecorderOptions } from '@reportcard/runner';
import type { Workspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { startProgress } from '../terminal/progress.ts';
import type { Flags } from '../verb.ts';
import { VERSION } from '../version.ts';
import { downloadBenchmark } from './download-benchmark.ts';
import { openBenchmark } from './open-benchmark.ts';
import { openRecordQueue } from './open-queue.ts';
import { openTarget } from './open-target.ts';

/** Numbers given as flags win over the configuration. */
function numberOf(flags: Flags, name: string): number | undefined {
  const value = flags[name];
  return typeof value === 'number' ? value : undefined;
}

/** The model that a target names, for the same-family check. */
function modelOf(target: Config['target']): string | null {
  return target !== undefined && 'model' in target ? (target.model ?? null) : null;
}

async function chooseRunId(workspace: Workspace, flags: Flags, context: CliContext): Promise<string> {
  const resume = flags['resume'];
  if (typeof resume === 'string') return resume;
  if (typeof flags['name'] === 'string') return flags['name'];
  if (resume === true) return findRun(workspace.store);
  return createRunId(workspace.config.run?.label ?? workspace.config.name ?? 'run', context.now());
}

/** What is asked and how, as configured: the same on the machine that keeps the run and on each worker. */
export async function askingOptions(
  workspace: Workspace,
  passes: number | undefined,
  context: CliContext,
): Promise<TaskRecorderOptions> {
  const run = workspace.config.run ?? {};
  const target = await openTarget(workspace, context.env);
  return {
    benchmark: await openBenchmark(workspace),
    ...target,
    queryModes: run.queryModes,
    passes: passes ?? run.passes,
    retry: run.retry,
    timeoutMs: run.timeoutMs,
    totalTimeoutMs: run.totalTimeoutMs,
    warmup: run.warmup,
    sutModel: workspace.config.sut?.model ?? modelOf(workspace.config.target),
    configuration: { target: workspace.config.target ?? null },
    environment: { node: process.version, platform: process.platform, reportcard: VERSION },
  };
}

/** Records the configured system over the configured benchmark, here or, with `--queue`, through workers. */
export async function recordStage(workspace: Workspace, flags: Flags, context: CliContext): Promise<RecordResult> {
  const run = workspace.config.run ?? {};
  await downloadBenchmark(workspace, flags, context);
  const asking = await askingOptions(workspace, numberOf(flags, 'passes'), context);
  const concurrency = numberOf(flags, 'concurrency') ?? run.concurrency;
  const queued = await openRecordQueue(workspace, flags, { concurrency, ratePerSecond: run.ratePerSecond }, context);
  const progress = await startProgress('recording', flags['quiet'] === true || flags['json'] === true, context);
  try {
    const runner = new BenchmarkRunner({ reportStore: workspace.store });
    const { recording } = await runner.run({
      ...asking,
      store: workspace.store,
      runId: await chooseRunId(workspace, flags, context),
      concurrency,
      ratePerSecond: run.ratePerSecond,
      remote: queued?.remote,
      limit: numberOf(flags, 'limit'),
      shard: flags['shard'] as RunShard | undefined,
      resume: flags['resume'] !== undefined,
      retryErrors: flags['retryErrors'] === true,
      signal: context.signal,
      onProgress: (event) => {
        if (event.type === 'record') progress.update(event.done, event.total);
        if (event.type === 'note') context.say(`note: ${event.message}`);
      },
    });
    return recording;
  } finally {
    progress.end();
    await queued?.close();
  }
}

/** How a recording ends: 130 interrupted, 4 when every case failed or too many did, else 0. */
export function exitOfRecording(result: RecordResult, maxFailureRate: number | undefined): number {
  if (result.interrupted) return EXIT.interrupted;
  const { error = 0, timeout = 0, cancelled = 0 } = result.meta.status as Record<string, number | undefined>;
  const failed = error + timeout + cancelled;
  if (result.n_records === 0) return EXIT.inconclusive;
  if (failed === result.n_records) return EXIT.unavailable;
  return maxFailureRate !== undefined && failed / result.n_records > maxFailureRate ? EXIT.unavailable : EXIT.done;
}
