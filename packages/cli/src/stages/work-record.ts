import { createTaskRecorder, type RemoteQuestion, type TaskRecorder } from '@reportcard/runner';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { askingOptions } from './record-stage.ts';

/** The recorders of a worker, one for each number of passes; made when their first question comes. */
export interface TaskRecorders {
  recorderFor(question: RemoteQuestion): Promise<TaskRecorder>;
  close(): Promise<void>;
}

/** `beforeAsk` is called right before each question; what it throws keeps it from being asked. */
export function createTaskRecorders(workspace: Workspace, beforeAsk: () => void, context: CliContext): TaskRecorders {
  const made = new Map<number, Promise<TaskRecorder>>();
  const create = async (passes: number): Promise<TaskRecorder> =>
    createTaskRecorder({ ...(await askingOptions(workspace, passes, context)), beforeAsk }, context.signal);
  return {
    recorderFor({ passes }) {
      const known = made.get(passes) ?? create(passes);
      made.set(passes, known);
      // A data set that cannot be read now may be readable for the next question.
      known.catch(() => made.delete(passes));
      return known;
    },
    async close() {
      for (const recorder of await Promise.allSettled(made.values()))
        if (recorder.status === 'fulfilled') await recorder.value.close();
    },
  };
}
