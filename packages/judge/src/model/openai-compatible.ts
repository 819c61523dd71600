import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ChatCall, ChatModel } from './chat-model.ts';
import { type Endpoint, type EndpointOptions, resolveEndpoint } from './endpoint-options.ts';
import { generateWithSdk, type SdkLanguageModel } from './generate-with-sdk.ts';

/** The body as the server wants it: the cap under its name, and the user's further parameters on top. */
function shapeBody(endpoint: Endpoint, call: ChatCall, body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens, ...rest } = body;
  return { ...rest, [call.capName]: max_tokens, ...endpoint.extraBody };
}

function openModel(endpoint: Endpoint, call: ChatCall): SdkLanguageModel {
  const provider = createOpenAICompatible({
    name: 'judge',
    baseURL: endpoint.baseURL,
    headers: { ...endpoint.headers },
    fetch: endpoint.fetch,
    supportsStructuredOutputs: call.format === 'json_schema',
    transformRequestBody: (body) => shapeBody(endpoint, call, body),
    ...(endpoint.apiKey === undefined ? {} : { apiKey: endpoint.apiKey }),
  });
  return provider.chatModel(endpoint.model);
}

/**
 * A chat model on an OpenAI-compatible server: OpenAI, Azure, DeepSeek, Qwen, vLLM, Ollama and others. Talks to `baseURL`
 * and nothing else, reads no environment variable but those named, follows no redirect. Throws `config` errors for a
 * missing address, model or variable.
 */
export function openaiCompatible(options: EndpointOptions): ChatModel {
  const endpoint = resolveEndpoint(options, 'judge');
  return {
    id: `openai-compatible:${endpoint.host}`,
    model: endpoint.model,
    identity: { host: endpoint.host, model: endpoint.model, extra: endpoint.extraBody },
    generate: (call) => generateWithSdk(openModel(endpoint, call), call, endpoint.redact),
  };
}
