import { parseRunRecord, sha256 } from '@reportcard/report-schema';
import type { JsonObject, RemoteQuestion, RemoteRecorder, TaskRecorder } from '@reportcard/runner';
import type { Payload } from './job-kind.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobHandler } from './job-worker.ts';

/** Name of a question in the queue: the same for the same sample of the same recording, whoever asks and how often. */
function idOf({ run_id, recorded_at, query_id, query_mode, unit_id, pass }: RemoteQuestion): string {
  return sha256(JSON.stringify([run_id, recorded_at, query_id, query_mode, unit_id, pass]));
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Has the questions of a recording asked by workers. `window` questions are handed out at once. */
export function createRemoteRecorder(queue: JobQueue, window: number): RemoteRecorder {
  return {
    window,
    async record(question, signal) {
      const { record, manifest } = await queue.ask(idOf(question), { ...question }, signal);
      return {
        record: parseRunRecord(record, { file: `a worker's answer to ${question.query_id}` }),
        manifest: isObject(manifest) ? manifest : null,
      };
    },
    begin: ({ run_id, recorded_at, isKept }) =>
      queue.forgetEnded((payload) => {
        const question = payload as unknown as RemoteQuestion;
        return question.run_id === run_id && question.recorded_at === recorded_at && isKept(question);
      }),
    kept: (question) => queue.forget(idOf(question)),
  };
}

/** The worker's side: asks each question with the recorder that belongs to it. */
export function createRecordHandler(recorderFor: (question: RemoteQuestion) => Promise<TaskRecorder>): JobHandler {
  return async (payload, signal): Promise<Payload> => {
    const question = payload as unknown as RemoteQuestion;
    const recorder = await recorderFor(question);
    return { ...(await recorder.record(question, signal)) };
  };
}
