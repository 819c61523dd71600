import type { JsonSchema } from '@reportcard/report-schema';

/** Rungs of the format ladder, from the strictest. */
export const FORMATS = ['json_schema', 'json_object', 'plain'] as const;
/** How a model is told to answer in JSON: by schema, as any JSON object, or in the prompt alone. */
export type Format = (typeof FORMATS)[number];

/** One message of a chat. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One completion to be made. */
export interface ChatCall {
  readonly messages: readonly ChatMessage[];
  readonly format: Format;
  readonly schema: JsonSchema;
  /** Undefined: not sent. */
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
  readonly maxOutputTokens: number;
  /** The name under which an OpenAI-compatible server wants the cap. */
  readonly capName: 'max_tokens' | 'max_completion_tokens';
  readonly signal: AbortSignal;
}

/** What a model said. */
export interface ChatReply {
  readonly text: string;
  /** Thinking that came beside the answer; some servers put the answer itself there. */
  readonly reasoning: string;
  readonly finish: 'stop' | 'length' | 'refused' | 'other';
  /** Null where the server does not say. */
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly served_model?: string | undefined;
  readonly fingerprint?: string | undefined;
}

/** What of a model decides its answers, for cache keys. Holds no secret. */
export interface ModelIdentity {
  /** Host and path of the server, or the SDK provider. */
  readonly host: string;
  readonly model: string;
  /** Further parameters that are sent; never stored as such, only hashed. */
  readonly extra: unknown;
}

/** A chat model that can be asked once; ladder, retries and repairs are the judge's. */
export interface ChatModel {
  /** What the reports call it, such as `openai-compatible:api.deepseek.com`. */
  readonly id: string;
  readonly model: string;
  readonly identity: ModelIdentity;
  /** Rejects with RequestFault when no reply came, and with the signal's reason when aborted. */
  generate(call: ChatCall): Promise<ChatReply>;
}
