import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ChatCall, ChatModel } from './chat-model.ts';
import { type Endpoint, type EndpointOptions, resolveEndpoint } from './endpoint-options.ts';
import { generateWithSdk, type SdkLanguageModel } from './generate-with-sdk.ts';

type Wire = Pick<ChatCall, 'format' | 'capName'>;

/** The body as the server wants it: the cap under its name, and the user's further parameters on top. */
function shapeBody(
  { extraBody }: Endpoint,
  { capName }: Wire,
  { max_tokens, ...body }: Record<string, unknown>,
): Record<string, unknown> {
  return { ...body, [capName]: max_tokens, ...extraBody };
}

function openModel(endpoint: Endpoint, wire: Wire): SdkLanguageModel {
  const provider = createOpenAICompatible({
    name: 'judge',
    baseURL: endpoint.baseURL,
    headers: { ...endpoint.headers },
    fetch: endpoint.fetch,
    supportsStructuredOutputs: wire.format === 'json_schema',
    transformRequestBody: (body) => shapeBody(endpoint, wire, body),
    ...(endpoint.apiKey === undefined ? {} : { apiKey: endpoint.apiKey }),
  });
  return provider.chatModel(endpoint.model);
}

/** One SDK model for each way of writing a request; making one costs more than a request does. */
function createModels(endpoint: Endpoint): (wire: Wire) => SdkLanguageModel {
  const models = new Map<string, SdkLanguageModel>();
  return (wire) => {
    const key = `${wire.format} ${wire.capName}`;
    const model = models.get(key) ?? openModel(endpoint, wire);
    models.set(key, model);
    return model;
  };
}

/**
 * A chat model on an OpenAI-compatible server: OpenAI, Azure, DeepSeek, Qwen, vLLM, Ollama and others. Talks to `baseURL`
 * and nothing else, reads no environment variable but those named, follows no redirect. Throws `config` errors for a
 * missing address, model or variable.
 */
export function openaiCompatible(options: EndpointOptions): ChatModel {
  const endpoint = resolveEndpoint(options, 'judge');
  const modelFor = createModels(endpoint);
  return {
    id: `openai-compatible:${endpoint.host}`,
    model: endpoint.model,
    identity: { host: endpoint.host, model: endpoint.model, extra: endpoint.extraBody },
    generate: (call) => generateWithSdk(modelFor(call), call, endpoint.redact),
  };
}
