export { createHttpTarget, type HttpTargetOptions } from './http-target.ts';
export { type AnswerFunction, createModuleTarget } from './module-target.ts';
export { createOpenAiChatTarget } from './openai-chat-target.ts';
