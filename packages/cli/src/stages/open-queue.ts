import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { QueueAddress } from '@reportcard/queue';
import { ReportcardError } from '@reportcard/report-schema';
import type { RemoteRecorder } from '@reportcard/runner';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { type Flags, UsageError } from '../verb.ts';
import { VERSION } from '../version.ts';

/** The optional package behind `--queue`. */
export type QueuePackage = typeof import('@reportcard/queue');

const NAME = '@reportcard/queue';

/**
 * Loads the queue package from beside the command line, else from one of the given folders. Throws a `config` error that
 * says how to install it.
 */
export async function loadQueuePackage(folders: readonly string[]): Promise<QueuePackage> {
  const { resolve } = await import('import-meta-resolve');
  const places = folders.map((folder) => pathToFileURL(path.join(folder, 'reportcard.config.js')).href);
  let reason: unknown;
  for (const place of places) {
    try {
      return (await import(resolve(NAME, place))) as QueuePackage;
    } catch (error) {
      reason ??= error;
    }
  }
  throw new ReportcardError({
    code: 'config',
    path: '--queue',
    message: `the package ${NAME} is not installed`,
    hint: `npm install ${NAME}@${VERSION}`,
    cause: reason,
  });
}

/** The queue a call means, with the package that speaks to it; undefined without `--queue`. */
export async function openQueue(
  workspace: Workspace,
  flags: Flags,
  context: CliContext,
): Promise<{ readonly queue: QueuePackage; readonly address: QueueAddress } | undefined> {
  const text = flags['queue'];
  if (typeof text !== 'string') return undefined;
  const queue = await loadQueuePackage([import.meta.dirname, workspace.folder, context.cwd]);
  return { queue, address: queue.parseQueueAddress(text, context.env) };
}

/** Jobs handed out beyond those being worked on, so that no worker waits for the next one. */
const AHEAD = 200;
/** Questions under way at once, over all workers or within one, where nobody says how many. */
export const QUEUE_CONCURRENCY = 8;

/** Has questions asked by workers, where `--queue` says so. The limits hold for all workers together. */
export async function openRecordQueue(
  workspace: Workspace,
  flags: Flags,
  limits: { readonly concurrency: number | undefined; readonly ratePerSecond: number | undefined },
  context: CliContext,
): Promise<{ readonly remote: RemoteRecorder; close(): Promise<void> } | undefined> {
  const opened = await openQueue(workspace, flags, context);
  if (opened === undefined) return undefined;
  const { queue, address } = opened;
  const concurrency = limits.concurrency ?? QUEUE_CONCURRENCY;
  const jobs = await queue.openJobQueue({
    address,
    kind: 'record',
    concurrency,
    ratePerSecond: limits.ratePerSecond,
    onNote: (message) => context.say(`note: ${message}`),
  });
  return { remote: queue.createRemoteRecorder(jobs, concurrency + AHEAD), close: () => jobs.close() };
}

/** The queue of a verb that cannot do without. Throws a usage error. */
export async function requireQueue(
  workspace: Workspace,
  flags: Flags,
  context: CliContext,
): Promise<NonNullable<Awaited<ReturnType<typeof openQueue>>>> {
  const opened = await openQueue(workspace, flags, context);
  if (opened === undefined)
    throw new UsageError('worker: --queue is missing: expected an address such as redis://HOST:6379');
  return opened;
}
