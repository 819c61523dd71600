export { connect } from './connection.ts';
export { JOB_KINDS, type JobKind, type Payload } from './job-kind.ts';
export { type JobQueue, type JobQueueOptions, openJobQueue } from './job-queue.ts';
export { type JobHandler, type JobWorkerOptions, runJobWorker } from './job-worker.ts';
export { PASSWORD_VARIABLE, parseQueueAddress, type QueueAddress, showAddress } from './queue-address.ts';
export { createSharedCache, drainSharedCache } from './queue-store.ts';
export {
  createJudgeHandler,
  createRemoteJudgeStage,
  type JudgeJob,
  type JudgeSpec,
  type RemoteJudgeOptions,
} from './remote-judge.ts';
export { createRecordHandler, createRemoteRecorder } from './remote-recorder.ts';
export { createRequestPacer } from './request-pacer.ts';
export { createWakefulness, type Wakefulness } from './wakefulness.ts';
