import { parseRunRecord, sha256 } from '@reportcard/report-schema';
import type { JsonObject, RemoteQuestion, RemoteRecorder, TaskRecorder } from '@reportcard/runner';
import { foreignJob, isPayload, type Payload } from './job-kind.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobHandler } from './job-worker.ts';

/** Name of a question in the queue: the same for the same sample of the same recording, whoever asks and how often. */
function idOf({ run_id, recorded_at, query_id, query_mode, unit_id, pass }: RemoteQuestion): string {
  return sha256(JSON.stringify([run_id, recorded_at, query_id, query_mode, unit_id, pass]));
}

/** Reads a question as it crossed the queue. Throws a `config` error for one that another version handed out. */
function readQuestion(payload: Payload): RemoteQuestion {
  const text = (field: string): string => {
    const value = payload[field];
    if (typeof value !== 'string') throw foreignJob(field, payload);
    return value;
  };
  const whole = (field: string): number => {
    const value = payload[field];
    if (typeof value !== 'number') throw foreignJob(field, payload);
    return value;
  };
  const { unit_id, fingerprint_parts } = payload;
  if (!isPayload(fingerprint_parts)) throw foreignJob('fingerprint_parts', payload);
  return {
    run_id: text('run_id'),
    recorded_at: text('recorded_at'),
    query_id: text('query_id'),
    query_mode: text('query_mode'),
    unit_id: unit_id === null ? null : text('unit_id'),
    pass: whole('pass'),
    passes: whole('passes'),
    // Compared with this machine's own, part by part, before anything is asked.
    fingerprint_parts: fingerprint_parts as RemoteQuestion['fingerprint_parts'],
  };
}

/** Has the questions of a recording asked by workers. `window` questions are handed out at once. */
export function createRemoteRecorder(queue: JobQueue, window: number): RemoteRecorder {
  return {
    window,
    async record(question, signal) {
      const { record, manifest } = await queue.ask(idOf(question), { ...question }, signal);
      return {
        record: parseRunRecord(record, { file: `a worker's answer to ${question.query_id}` }),
        manifest: isPayload(manifest) ? (manifest as JsonObject) : null,
      };
    },
    begin: ({ run_id, recorded_at, isKept }) =>
      queue.forgetEnded((payload) => {
        const isOurs = payload['run_id'] === run_id && payload['recorded_at'] === recorded_at;
        return isOurs && isKept(readQuestion(payload));
      }),
    kept: (question) => queue.forget(idOf(question)),
  };
}

/** The worker's side: asks each question with the recorder that belongs to it. */
export function createRecordHandler(recorderFor: (question: RemoteQuestion) => Promise<TaskRecorder>): JobHandler {
  return async (payload, signal): Promise<Payload> => {
    const question = readQuestion(payload);
    const recorder = await recorderFor(question);
    return { ...(await recorder.record(question, signal)) };
  };
}
