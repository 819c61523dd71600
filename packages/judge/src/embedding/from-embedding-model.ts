import { ReportcardError } from '@reportcard/report-schema';
import { embedWithSdk, type SdkEmbeddingModel } from './embed-with-sdk.ts';
import type { EmbeddingSource } from './embedding-source.ts';

/**
 * An embedding source out of any AI SDK embedding model object, of specification version 2 or 3. Throws a `usage` error
 * for a bare model id, which the SDK would route to a hosted gateway.
 */
export function fromEmbeddingModel(model: SdkEmbeddingModel): EmbeddingSource {
  if (typeof model === 'string') {
    throw new ReportcardError({
      code: 'usage',
      message: 'a bare model id cannot be used as an embedder',
      expected: 'a model object, such as createOpenAICompatible({ … }).embeddingModel(id)',
      got: model,
    });
  }
  const { provider, modelId } = model;
  return {
    id: `ai-sdk:${provider}`,
    model: modelId,
    identity: { host: `ai-sdk:${provider}`, model: modelId, extra: {} },
    embedOnce: (texts, signal) => embedWithSdk(model, texts, signal, (text) => text),
  };
}
