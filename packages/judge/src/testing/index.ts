export {
  type CompletionParts,
  completionBody,
  DROP,
  type LoopbackReply,
  rejectWith,
  replyWith,
} from './loopback-reply.ts';
export {
  type LoopbackOptions,
  type LoopbackRequest,
  type LoopbackServer,
  type Responder,
  startLoopbackServer,
} from './loopback-server.ts';
export { embedText, embedTexts } from './well-behaved-embedder.ts';
export { answerStep, findStepAnswer } from './well-behaved-judge.ts';
