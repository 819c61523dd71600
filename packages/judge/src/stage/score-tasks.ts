import type { JudgeTask } from '@reportcard/metrics';
import { type EvidenceRecord, ReportcardError, sha256 } from '@reportcard/report-schema';

export interface ScoreTasksOptions {
  /** Samples under way at once. */
  readonly concurrency: number;
  readonly seed: string;
  readonly judge: (task: JudgeTask, metric: string, signal: AbortSignal) => Promise<EvidenceRecord>;
  readonly onEvidence: (evidence: EvidenceRecord) => Promise<void>;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tasks in an order drawn from the seed: a scoring that stops half-way has judged a random subset. A task's place does not
 * depend on the others, so that a second scoring goes on in the same order.
 */
function shuffleTasks(tasks: readonly JudgeTask[], seed: string): readonly JudgeTask[] {
  return tasks
    .map((task) => ({ task, key: sha256(`${seed}\n${task.sample_id}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ task }) => task);
}

function describeAbort(reason: unknown): ReportcardError {
  if (reason instanceof ReportcardError) return reason;
  return new ReportcardError({
    code: 'interrupted',
    message: 'the scoring was interrupted',
    hint: 'what was judged is kept; run score again to go on',
    cause: reason,
  });
}

/**
 * Judges all metrics of all tasks; what is known of one (sample, metric) is handed over at once. The first rejection stops
 * everything that is under way and is thrown; an abort from outside becomes an `interrupted` error.
 */
export async function scoreTasks(tasks: readonly JudgeTask[], options: ScoreTasksOptions): Promise<void> {
  const { concurrency, judge, onEvidence, onProgress, signal } = options;
  const isInterrupted = (): boolean => signal?.aborted === true;
  if (isInterrupted()) throw describeAbort(signal?.reason);
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const queue = shuffleTasks(tasks, options.seed);
  let next = 0;
  let done = 0;

  async function judgeTask(task: JudgeTask): Promise<void> {
    const settled = await Promise.allSettled(
      task.metrics.map(async (metric) => {
        try {
          await onEvidence(await judge(task, metric, controller.signal));
        } catch (error) {
          controller.abort(error);
          throw error;
        }
      }),
    );
    if (settled.some(({ status }) => status === 'rejected')) return;
    done += 1;
    onProgress?.(done, queue.length);
  }

  async function work(): Promise<void> {
    for (let task = queue[next]; task !== undefined && !controller.signal.aborted; task = queue[next]) {
      next += 1;
      await judgeTask(task);
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, work));
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  if (!controller.signal.aborted) return;
  throw isInterrupted() ? describeAbort(signal?.reason) : controller.signal.reason;
}
