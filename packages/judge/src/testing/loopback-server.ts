import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type LoopbackReply, rejectWith } from './loopback-reply.ts';
import { embedTexts } from './well-behaved-embedder.ts';
import { answerStep } from './well-behaved-judge.ts';

/** A request as the server got it. */
export interface LoopbackRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers a request; undefined leaves it to the well-behaved judge or embedder. */
export type Responder = (request: LoopbackRequest, index: number) => LoopbackReply | undefined;

/** What a loopback server answers. */
export interface LoopbackOptions {
  /** Answers to `/chat/completions`; `index` counts its requests from 0. A list is used up in order. */
  readonly chat?: Responder | readonly LoopbackReply[] | undefined;
  /** Answers to `/embeddings`. */
  readonly embeddings?: Responder | readonly LoopbackReply[] | undefined;
  /** Keeps the requests; off for benchmarks. Default true. */
  readonly keep?: boolean | undefined;
}

/** A model endpoint on the loopback address, for tests, with the requests it got. */
export interface LoopbackServer {
  /** To be used as `baseURL`. */
  readonly baseURL: string;
  readonly chats: readonly LoopbackRequest[];
  readonly embeddings: readonly LoopbackRequest[];
  /** Requests of both kinds. */
  readonly count: () => number;
  close(): Promise<void>;
}

async function readBody(message: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk as Uint8Array);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

function send(response: ServerResponse, reply: LoopbackReply): void {
  if (reply.drop === true) {
    response.socket?.destroy();
    return;
  }
  const { status = 200, headers = {}, body = {} } = reply;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

function toResponder(script: LoopbackOptions['chat']): Responder {
  if (typeof script === 'function') return script;
  return (_request, index) => script?.[index];
}

/**
 * A server on 127.0.0.1 that speaks the OpenAI wire format: chat completions and embeddings. Without a script it is a
 * deterministic, well-behaved judge that answers all five steps, and an embedder of word overlap. Scripts make it misbehave.
 */
export async function startLoopbackServer(options: LoopbackOptions = {}): Promise<LoopbackServer> {
  const { keep = true } = options;
  const chats: LoopbackRequest[] = [];
  const embeddings: LoopbackRequest[] = [];
  const counts = { chat: 0, embeddings: 0 };
  const chat = toResponder(options.chat);
  const embed = toResponder(options.embeddings);

  function respond(request: LoopbackRequest): LoopbackReply {
    if (request.path.endsWith('/chat/completions')) {
      if (keep) chats.push(request);
      return chat(request, counts.chat++) ?? answerStep(request.body);
    }
    if (request.path.endsWith('/embeddings')) {
      if (keep) embeddings.push(request);
      return embed(request, counts.embeddings++) ?? embedTexts(request.body);
    }
    return rejectWith(404, `there is nothing at ${request.path}`);
  }

  const server = createServer((message, response) => {
    readBody(message)
      .then((body) => {
        const reply = respond({ path: message.url ?? '', headers: message.headers, body });
        if (reply.delayMs === undefined) send(response, reply);
        else setTimeout(() => send(response, reply), reply.delayMs);
      })
      .catch((error: unknown) => send(response, rejectWith(500, String(error))));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    chats,
    embeddings,
    count: () => counts.chat + counts.embeddings,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
