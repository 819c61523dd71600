/** What the loopback server answers to one request. */
export interface LoopbackReply {
  /** HTTP status; default 200. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON unless it is a string, which is sent as it is. */
  readonly body?: unknown;
  /** Milliseconds before the answer. */
  readonly delayMs?: number | undefined;
  /** Closes the connection without an answer. */
  readonly drop?: boolean | undefined;
}

/** What may differ in a chat completion. */
export interface CompletionParts {
  readonly content?: string | null | undefined;
  readonly reasoning_content?: string | undefined;
  readonly refusal?: string | undefined;
  readonly finish_reason?: string | undefined;
  readonly model?: string | undefined;
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null | undefined;
}

/** A chat completion as an OpenAI-compatible server sends it. */
export function completionBody(parts: CompletionParts): Readonly<Record<string, unknown>> {
  const { content = null, reasoning_content, refusal, finish_reason = 'stop', model = 'loopback-1' } = parts;
  const { usage = { prompt_tokens: 100, completion_tokens: 20 } } = parts;
  return {
    id: 'chatcmpl-loopback',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        finish_reason,
        message: {
          role: 'assistant',
          content,
          ...(reasoning_content === undefined ? {} : { reasoning_content }),
          ...(refusal === undefined ? {} : { refusal }),
        },
      },
    ],
    ...(usage === null ? {} : { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } }),
  };
}

/** A reply with this text as content. */
export function replyWith(content: string | null, parts: CompletionParts = {}): LoopbackReply {
  return { body: completionBody({ ...parts, content }) };
}

/** An error reply in OpenAI's form. */
export function rejectWith(
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
  code?: string,
): LoopbackReply {
  return {
    status,
    body: { error: { message, type: 'invalid_request_error', param: null, code: code ?? null } },
    ...(headers === undefined ? {} : { headers }),
  };
}

/** A connection that is closed without an answer. */
export const DROP: LoopbackReply = { drop: true };
