import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { QUEUE_CONCURRENCY, requireQueue } from '../stages/open-queue.ts';
import { createWorkerStages } from '../stages/work-judge.ts';
import { createTaskRecorders } from '../stages/work-record.ts';
import type { RunVerb } from '../verb.ts';

const DEFAULT_LOCK_SECONDS = 30;

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

export const run: RunVerb = async (_args, flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const { queue, address } = await requireQueue(workspace, flags, context);
  const onNote = (message: string): void => context.say(`note: ${message}`);
  const lockMs = numberOf(flags['lock'], DEFAULT_LOCK_SECONDS) * 1000;
  const redis = await queue.connect(address, onNote);
  const wakefulness = queue.createWakefulness(lockMs);
  const recorders = createTaskRecorders(workspace, wakefulness.check, context);
  const stages = createWorkerStages({ workspace, queue, address, redis, wakefulness }, context);
  const done = { record: 0, judge: 0 };
  if (flags['json'] !== true) context.say(`working for ${queue.showAddress(address)}; Ctrl+C ends it`);
  try {
    await queue.runJobWorker({
      address,
      handlers: {
        record: queue.createRecordHandler(recorders.recorderFor),
        judge: queue.createJudgeHandler(stages.stageFor),
      },
      concurrency: numberOf(flags['concurrency'], QUEUE_CONCURRENCY),
      lockMs,
      signal: context.signal,
      idleMs: typeof flags['idle'] === 'number' ? flags['idle'] * 1000 : undefined,
      wakefulness,
      onNote,
      onDone: (kind) => {
        done[kind]++;
      },
    });
  } finally {
    wakefulness.close();
    redis.disconnect();
    await recorders.close();
  }
  context.out(
    flags['json'] === true ? JSON.stringify(done) : `asked ${done.record} questions, judged ${done.judge} samples`,
  );
  return EXIT.done;
};
