import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { type Flags, UsageError } from '../verb.ts';
import type { OpenJudge } from './open-judge.ts';
import { openQueue, QUEUE_CONCURRENCY } from './open-queue.ts';

/** Samples handed out beyond those being judged. */
const AHEAD = 100;

/** Judges that ask no server need no workers. */
function isAskingServer(workspace: Workspace, flags: Flags): boolean {
  const kind = typeof flags['judge'] === 'string' ? flags['judge'] : workspace.config.judge?.kind;
  return kind === 'openai-compatible';
}

/** Throws a usage error for what cannot be kept over several machines. Called before anything is asked. */
export function requireQueueable(workspace: Workspace, flags: Flags): void {
  if (flags['queue'] === undefined || !isAskingServer(workspace, flags)) return;
  const budget = Array.isArray(flags['budget']) || Object.keys(workspace.config.budget ?? {}).length > 0;
  if (budget)
    throw new UsageError('--queue: a budget cannot be kept over several machines; score without one of the two');
  if (typeof flags['recordJudge'] === 'string')
    throw new UsageError(
      '--queue: answers of workers cannot be recorded; score without --queue, or without --record-judge',
    );
}

/** Has samples judged by workers, where `--queue` says so; else gives the judge back as it is. */
export async function queueJudge(
  judge: OpenJudge | undefined,
  workspace: Workspace,
  seed: string,
  flags: Flags,
  context: CliContext,
): Promise<{ readonly judge: OpenJudge | undefined; close(): Promise<void> }> {
  const unchanged = { judge, close: async () => undefined };
  if (judge === undefined || flags['dryRun'] === true || !isAskingServer(workspace, flags)) return unchanged;
  requireQueueable(workspace, flags);
  const opened = await openQueue(workspace, flags, context);
  if (opened === undefined) return unchanged;
  const { queue, address } = opened;
  const concurrency = workspace.config.judge?.concurrency ?? QUEUE_CONCURRENCY;
  const onNote = (message: string): void => context.say(`note: ${message}`);
  const jobs = await queue.openJobQueue({ address, kind: 'judge', concurrency, onNote });
  const redis = await queue.connect(address, onNote);
  const cache = flags['refresh'] === true ? 'refresh' : flags['cache'];
  const stage = queue.createRemoteJudgeStage({
    local: judge.stage,
    queue: jobs,
    spec: {
      kind: 'openai-compatible',
      repeats: typeof flags['repeats'] === 'number' ? flags['repeats'] : null,
      cache: cache === 'off' || cache === 'refresh' ? cache : 'read',
      strict_family: flags['strictFamily'] === true,
      seed,
    },
    window: concurrency + AHEAD,
    onEnd: () => queue.drainSharedCache(redis, address.prefix, workspace.store),
  });
  return {
    judge: { ...judge, stage },
    close: async () => {
      redis.disconnect();
      await jobs.close();
    },
  };
}
