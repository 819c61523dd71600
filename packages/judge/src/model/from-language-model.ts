import { ReportcardError } from '@reportcard/report-schema';
import type { ChatModel } from './chat-model.ts';
import { generateWithSdk, type SdkLanguageModel } from './generate-with-sdk.ts';

/**
 * A chat model out of any AI SDK language model object, of specification version 2 or 3. Throws a `usage` error for a
 * bare model id, which the SDK would route to a hosted gateway.
 */
export function fromLanguageModel(model: SdkLanguageModel): ChatModel {
  if (typeof model === 'string') {
    throw new ReportcardError({
      code: 'usage',
      message: 'a bare model id cannot be used as a judge',
      expected: 'a model object, such as createOpenAICompatible({ … }).chatModel(id)',
      got: model,
    });
  }
  const { provider, modelId } = model;
  return {
    id: `ai-sdk:${provider}`,
    model: modelId,
    identity: { host: `ai-sdk:${provider}`, model: modelId, extra: {} },
    generate: (call) => generateWithSdk(model, call, (text) => text),
  };
}
