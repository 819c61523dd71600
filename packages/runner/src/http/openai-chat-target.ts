import { HttpTargetSchema, type OpenAiChatTarget } from '@reportcard/report-schema';
import type { KnowledgeBase } from '../knowledge-base.ts';
import { createHttpTarget, type HttpTargetOptions } from './http-target.ts';

/** Keeps double braces of fixed texts from being read as placeholders. */
function literal<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('{{', '{{open}}')) as T;
}

/**
 * A model behind an OpenAI-compatible chat endpoint: `POST <baseURL>/chat/completions`, streamed. It retrieves nothing, so
 * results and intent are not recorded. Throws a `config` error when the key's environment variable is not set.
 */
export function createOpenAiChatTarget(config: OpenAiChatTarget, options: HttpTargetOptions): KnowledgeBase {
  const { name, baseURL, apiKeyEnv, model, system, temperature, extraBody } = config;
  const messages = [
    ...(system === undefined ? [] : [{ role: 'system', content: literal(system) }]),
    { role: 'user', content: '{{query}}' },
  ];
  const body = {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature === undefined ? {} : { temperature }),
    ...literal(extraBody ?? {}),
  };
  const target = HttpTargetSchema.parse({
    kind: 'http',
    name: name ?? model,
    model,
    chat: {
      url: `${baseURL.replace(/\/+$/, '')}/chat/completions`,
      ...(apiKeyEnv === undefined ? {} : { headers: { authorization: `Bearer {{env.${apiKeyEnv}}}` } }),
      body,
      response: 'openai-chat',
    },
  });
  return createHttpTarget(target, options);
}
