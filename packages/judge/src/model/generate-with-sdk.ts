import type { LanguageModel } from 'ai';
import type { ChatCall, ChatMessage, ChatReply } from './chat-model.ts';
import { readFault } from './read-fault.ts';

/** A model object of the AI SDK; never a bare id, which the SDK would send to a hosted gateway. */
export type SdkLanguageModel = Exclude<LanguageModel, string>;
type GenerateResult = Awaited<ReturnType<SdkLanguageModel['doGenerate']>>;
type CallOptions = Parameters<Extract<SdkLanguageModel, { specificationVersion: 'v3' }>['doGenerate']>[0];

function toPrompt(messages: readonly ChatMessage[]): CallOptions['prompt'] {
  return messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  );
}

function toOptions(call: ChatCall): CallOptions {
  const { format, temperature, seed } = call;
  return {
    prompt: toPrompt(call.messages),
    maxOutputTokens: call.maxOutputTokens,
    abortSignal: call.signal,
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(format === 'json_schema'
      ? { responseFormat: { type: 'json', name: 'answer', schema: call.schema as Record<string, never> } }
      : format === 'json_object'
        ? { responseFormat: { type: 'json' } }
        : {}),
  };
}

function countTokens(count: unknown): number | null {
  const total = count !== null && typeof count === 'object' ? Reflect.get(count, 'total') : count;
  return typeof total === 'number' && Number.isFinite(total) ? total : null;
}

function readFinish(result: GenerateResult): ChatReply['finish'] {
  const { finishReason } = result;
  const unified = typeof finishReason === 'string' ? finishReason : finishReason.unified;
  if (unified === 'stop' || unified === 'length') return unified;
  return unified === 'content-filter' ? 'refused' : 'other';
}

function readServerFingerprint(body: unknown): string | undefined {
  const value = body !== null && typeof body === 'object' ? Reflect.get(body, 'system_fingerprint') : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function joinParts(result: GenerateResult, type: 'text' | 'reasoning'): string {
  return result.content.map((part) => (part.type === type ? part.text : '')).join('');
}

/** Asks an SDK model once. Rejects with RequestFault, or with the signal's reason when the call was aborted. */
export async function generateWithSdk(
  model: SdkLanguageModel,
  call: ChatCall,
  redact: (text: string) => string,
): Promise<ChatReply> {
  try {
    // Versions 2 and 3 of the specification take these options alike.
    const result: GenerateResult = await model.doGenerate(toOptions(call) as never);
    return {
      text: redact(joinParts(result, 'text')),
      reasoning: redact(joinParts(result, 'reasoning')),
      finish: readFinish(result),
      prompt_tokens: countTokens(result.usage?.inputTokens),
      completion_tokens: countTokens(result.usage?.outputTokens),
      served_model: result.response?.modelId,
      fingerprint: readServerFingerprint(result.response?.body),
    };
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    throw readFault(error, redact, Date.now());
  }
}
