import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type Endpoint, type EndpointOptions, resolveEndpoint } from '../model/endpoint-options.ts';
import { embedWithSdk, type SdkEmbeddingModel } from './embed-with-sdk.ts';
import type { EmbeddingSource } from './embedding-source.ts';

/** Adds the user's further parameters (dimensions, prompts) to the body, which the SDK lets nobody change. */
function withExtraBody(endpoint: Endpoint): typeof globalThis.fetch {
  if (Object.keys(endpoint.extraBody).length === 0) return endpoint.fetch;
  return (input, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    return endpoint.fetch(input, {
      ...init,
      body: JSON.stringify({ ...(body as Record<string, unknown>), ...endpoint.extraBody }),
    });
  };
}

function openModel(endpoint: Endpoint): SdkEmbeddingModel {
  const provider = createOpenAICompatible({
    name: 'embedder',
    baseURL: endpoint.baseURL,
    headers: { ...endpoint.headers },
    fetch: withExtraBody(endpoint),
    ...(endpoint.apiKey === undefined ? {} : { apiKey: endpoint.apiKey }),
  });
  return provider.embeddingModel(endpoint.model);
}

/**
 * An embedding source on an OpenAI-compatible server; always asks for plain numbers (`encoding_format: "float"`). Same
 * manners as `openaiCompatible`. Throws `config` errors for a missing address, model or variable.
 */
export function openaiCompatibleEmbedding(options: EndpointOptions): EmbeddingSource {
  const endpoint = resolveEndpoint(options, 'embedder');
  const model = openModel(endpoint);
  return {
    id: `openai-compatible:${endpoint.host}`,
    model: endpoint.model,
    identity: { host: endpoint.host, model: endpoint.model, extra: endpoint.extraBody },
    embedOnce: (texts, signal) => embedWithSdk(model, texts, signal, endpoint.redact),
  };
}
