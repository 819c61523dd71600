import { createMemoryStore, readText } from '@reportcard/object-store';
import { describe, expect, it } from 'vitest';
import { createHttpTarget, createOpenAiChatTarget } from '../../src/http/index.ts';
import { recordBenchmark } from '../../src/index.ts';
import { createBenchmark, numberedCases, readRecords, sleep } from '../fixed-system.ts';
import { parseTarget, readRequest, recordTarget, sendJson, startService } from './loopback.ts';

describe('an HTTP target', () => {
  it('asks an intent and a chat interface and maps a streamed answer with several event types', async () => {
    const asked: unknown[] = [];
    const url = await startService(async (request, response) => {
      const body = JSON.parse(await readRequest(request)) as { question: string };
      asked.push([request.url, body]);
      if (request.url === '/intent') {
        sendJson(response, { data: { intents: [{ code: 'A1', score: 0.9 }] } });
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write('event: meta\ndata: {"conversationId":"c"}\n\n');
      response.write('event: message\ndata: {"type":"think","delta":"let me see"}\n\n');
      response.write(
        'event: message\ndata: {"type":"response","delta":"Hello "}\n\nevent: message\ndata: {"type":"response","delta":"there"}\n\n',
      );
      response.write(
        'event: sources\ndata: {"items":[{"chunkId":"c1","docId":77,"content":"text 1","score":0.5},{"chunkId":"c2","docId":"kb-2","content":"text 2"}]}\n\n',
      );
      response.end(
        'event: finish\ndata: {"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\n\nevent: done\ndata: [DONE]\n\n',
      );
    });
    const target = {
      intent: { url: `${url}/intent`, body: { question: '{{query}}' }, map: { intent: 'data.intents[0].code' } },
      chat: {
        url: `${url}/chat`,
        body: {
          question: '{{query}}',
          session: '{{query_id}}',
          top: '{{top_k}}',
          extra: ['{{options.lang}}', 'mode {{mode}}'],
        },
        response: 'sse',
        events: {
          message: { answer: "type == 'response' && delta", thinking: "type == 'think' && delta" },
          sources: { results: 'items', result_id: 'chunkId', result_text: 'content', document_id: 'docId' },
          finish: { total_tokens: 'usage.total_tokens' },
        },
        end: ['[DONE]'],
      },
      documentIds: { '77': 'd1' },
    };
    const [record] = await recordTarget(target, 1, { topK: 4, queryOptions: { lang: 'zh' } });
    expect(asked).toEqual([
      ['/intent', { question: 'ask q1' }],
      ['/chat', { question: 'ask q1', session: 'q1', top: 4, extra: ['zh', 'mode default'] }],
    ]);
    expect(record).toMatchObject({
      final_status: 'success',
      predicted_intent: 'A1',
      not_recorded: [],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
    expect(record?.response?.answer).toBe('Hello there');
    expect(record?.response?.results).toEqual([
      {
        id: 'c1',
        text: 'text 1',
        score: 0.5,
        kind: null,
        source: { document_id: 'd1', system_document_id: '77' },
        metadata: {},
      },
      { id: 'c2', text: 'text 2', score: null, kind: null, source: { document_id: 'kb-2' }, metadata: {} },
    ]);
    expect(record?.first_token_ms).toBeLessThanOrEqual(record?.latency_ms ?? 0);
  });

  it('maps a JSON answer, and says what such a service cannot tell', async () => {
    const url = await startService(async (request, response) => {
      const { query } = JSON.parse(await readRequest(request)) as { query: string };
      sendJson(response, { code: 0, data: { reply: `re ${query}`, docs: ['d1', 'd2'], state: 'REJECTED' } });
    });
    const [record] = await recordTarget(
      { chat: { url, map: { answer: 'data.reply', results: 'data.docs', status: 'data.state' } } },
      1,
    );
    expect(record).toMatchObject({
      final_status: 'refused',
      error: null,
      first_token_ms: null,
      not_recorded: ['intent', 'first_token'],
    });
    expect(record?.response?.answer).toBe('re ask q1');
    expect(record?.response?.results.map((result) => [result.id, result.source])).toEqual([
      ['d1', { document_id: 'd1' }],
      ['d2', { document_id: 'd2' }],
    ]);
    const [bare] = await recordTarget({ chat: { url, response: 'json', map: { answer: 'data.reply' } } }, 1);
    expect(bare?.not_recorded).toEqual(['results', 'result_texts', 'intent', 'first_token']);
  });

  it('encodes every value for where it goes: no question can break out of its text', async () => {
    const seen: { url: string | undefined; header: string | string[] | undefined; body: string }[] = [];
    const url = await startService(async (request, response) => {
      seen.push({ url: request.url, header: request.headers['x-question'], body: await readRequest(request) });
      sendJson(response, { answer: 'ok' });
    });
    const hostile = '","admin":true,"x":"\r\nX-Evil: 1 &a=b#?{{env.HOME}} 中文 \ud800';
    const store = createMemoryStore();
    const knowledgeBase = createHttpTarget(
      parseTarget({
        chat: {
          url: `${url}/ask?q={{query}}&v=1`,
          headers: { 'X-Question': 'q {{query}}' },
          body: { q: '{{query}}', text: '<{{ query }}>', braces: '{{open}}x}}' },
        },
      }),
      { env: {} },
    );
    await recordBenchmark({
      benchmark: createBenchmark([{ query_id: 'h', user_input: hostile }]),
      knowledgeBase,
      store,
      runId: 'r',
    });
    const [only] = seen;
    expect(JSON.parse(only?.body ?? '')).toEqual({ q: hostile, text: `<${hostile}>`, braces: '{{x}}' });
    expect(new URL(only?.url ?? '', url).searchParams.get('q')).toBe(hostile.replace('\ud800', '\ufffd'));
    expect(only?.header).toContain('%0D%0AX-Evil: 1');
  });

  it('keeps secrets out of records, manifests and errors, even when the service sends them back', async () => {
    const url = await startService((request, response) => {
      const authorization = request.headers['authorization'] ?? '';
      if (request.url === '/fail') sendJson(response, { error: `bad token ${authorization}` }, 400);
      else sendJson(response, { answer: `you sent ${authorization}`, results: [{ id: 'd1', text: authorization }] });
    });
    const store = createMemoryStore();
    for (const [runId, path] of [
      ['a', '/ok'],
      ['b', '/fail'],
    ] as const) {
      const knowledgeBase = createHttpTarget(
        parseTarget({
          chat: {
            url: `${url}${path}`,
            headersEnv: { Authorization: 'SERVICE_AUTH' },
            body: { key: '{{env.SERVICE_KEY}}', q: '{{query}}' },
          },
        }),
        {
          env: { SERVICE_AUTH: 'Bearer s3cr3t-token', SERVICE_KEY: 'k3y-value' },
        },
      );
      await recordBenchmark({ benchmark: createBenchmark(numberedCases(1)), knowledgeBase, store, runId });
    }
    for (const key of ['runs/a.jsonl', 'runs/b.jsonl', 'runs/a.meta.json', 'runs/b.meta.json']) {
      const text = (await readText(store, key)) ?? '';
      expect(text).not.toContain('s3cr3t-token');
      expect(text).not.toContain('k3y-value');
    }
    const [answered] = await readRecords(store, 'runs/a.jsonl');
    expect(answered?.response?.answer).toBe('you sent ***');
    const [failed] = await readRecords(store, 'runs/b.jsonl');
    expect(failed?.error).toMatchObject({
      error_type: 'http_400',
      retryable: false,
      metadata: { status: 400, body: '{"error":"bad token ***"}' },
    });
  });

  it('refuses a configuration that cannot work, and says where', () => {
    const chat = { url: 'http://127.0.0.1:9/' };
    const faults: readonly [unknown, string][] = [
      [{ chat: { url: 'nowhere' } }, 'target.chat.url'],
      [{ chat: { url: 'ftp://host/' } }, 'target.chat.url'],
      [{ chat: { url: 'http://user:pass@host/' } }, 'target.chat.url'],
      [{ chat: { ...chat, body: { a: ['{{qeury}}'] } } }, 'target.chat.body'],
      [{ chat: { ...chat, headersEnv: { 'x-key': 'NOT_SET' } } }, 'target.chat.headersEnv.x-key'],
      [{ chat: { ...chat, body: '{{env.NOT_SET}}' } }, 'target.chat.body'],
      [{ chat: { ...chat, map: { answer: 'a[' } } }, 'target.chat.map.answer'],
      [{ chat: { ...chat, map: { answer: '__proto__.x' } } }, 'target.chat.map.answer'],
      [{ chat: { ...chat, map: { answer: 'a.constructor' } } }, 'target.chat.map.answer'],
      [{ chat: { ...chat, events: { x: { results: '"toString"' } } } }, 'target.chat.events.x.results'],
      [{ chat: { ...chat, map: {}, events: {} } }, 'target.chat'],
      [{ chat, documentIds: 'ids.json' }, 'target.documentIds'],
      [{ chat, login: { url: 'x', tokenPath: 'token' } }, 'target.login.url'],
    ];
    for (const [target, path] of faults)
      expect(() => createHttpTarget(parseTarget(target), { env: {} }), path).toThrow(
        expect.objectContaining({ code: 'config', path }),
      );
  });
});

describe('connections', () => {
  it('are used again after an answer that ended before its body did', async () => {
    const sockets = new Set<unknown>();
    const url = await startService((request, response) => {
      sockets.add(request.socket);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"delta":"fine"}\n\ndata: [DONE]\n\n');
      setTimeout(() => response.end(': bye\n\n'), 5);
    });
    const records = await recordTarget({ chat: { url } }, 1);
    expect(records[0]?.response?.answer).toBe('fine');
    await sleep(100);
    await recordTarget({ chat: { url } }, 1);
    expect(sockets.size).toBe(1);
  });

  it('are dropped when the rest of a body never comes, and the answer stands', async () => {
    let closed = 0;
    const url = await startService((_request, response) => {
      response.on('close', () => {
        closed++;
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"delta":"fine"}\n\ndata: [DONE]\n\n');
    });
    const [record] = await recordTarget({ chat: { url } }, 1);
    expect([record?.final_status, record?.response?.answer]).toEqual(['success', 'fine']);
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(1);
  });
});

describe('login', () => {
  it('logs in once for many questions, and again when the token expires at case 40', async () => {
    let logins = 0;
    let served = 0;
    const url = await startService(async (request, response) => {
      if (request.url === '/login') {
        const form = new URLSearchParams(await readRequest(request));
        logins++;
        sendJson(response, { data: { token: `t${logins}-${form.get('user')}-${form.get('password')}` } });
        return;
      }
      const valid = served < 40 ? 't1' : 't2';
      const isValid = request.headers['x-token'] === `${valid}-me-hunter22`;
      if (isValid) served++;
      sendJson(response, isValid ? { answer: 'fine' } : { message: 'expired' }, isValid ? 200 : 401);
    });
    const target = {
      login: {
        url: `${url}/login`,
        form: { user: 'me', password: '{{env.PASSWORD}}' },
        tokenPath: 'data.token',
        header: 'X-Token',
        scheme: '',
      },
      chat: { url: `${url}/chat` },
    };
    const records = await recordTarget(target, 60, { env: { PASSWORD: 'hunter22' }, concurrency: 8 });
    expect(
      records.filter((record) => record.final_status === 'success' && record.response?.answer === 'fine').length,
    ).toBe(60);
    expect(logins).toBe(2);
    expect(records.every((record) => record.attempts === 1)).toBe(true);
  });

  it('renews a token before it expires, where the service says when', async () => {
    let logins = 0;
    const url = await startService((request, response) => {
      if (request.url === '/login') sendJson(response, { token: `token-${++logins}`, expires_in: 60 });
      else sendJson(response, { answer: request.headers['x-seen'] ?? 'fine' });
    });
    let now = 0;
    const target = parseTarget({
      login: { url: `${url}/login`, tokenPath: 'token', expiresInPath: 'expires_in' },
      chat: { url },
    });
    const knowledgeBase = createHttpTarget(target, { env: {}, now: () => new Date(now) });
    const record = (runId: string): Promise<unknown> =>
      recordBenchmark({
        benchmark: createBenchmark(numberedCases(2)),
        knowledgeBase,
        store: createMemoryStore(),
        runId,
      });
    await record('a');
    now = 29_000;
    await record('b');
    expect(logins).toBe(1);
    now = 31_000;
    await record('c');
    expect(logins).toBe(2);
  });

  it('makes a failed login the data of each question', async () => {
    const url = await startService((request, response) =>
      sendJson(response, { why: 'bad password' }, request.url === '/login' ? 403 : 200),
    );
    const records = await recordTarget({ login: { url: `${url}/login`, tokenPath: 'token' }, chat: { url } }, 2);
    expect(records.map((record) => [record.final_status, record.error?.error_type])).toEqual([
      ['error', 'login_failed'],
      ['error', 'login_failed'],
    ]);
  });
});

describe('an OpenAI-compatible target', () => {
  const config = {
    kind: 'openai-chat',
    baseURL: 'http://127.0.0.1:9/v1',
    model: 'tiny',
    apiKeyEnv: 'MODEL_KEY',
    system: 'Use {{braces}}.',
    temperature: 0,
  } as const;

  it('streams a chat completion: reasoning is no answer, usage comes last', async () => {
    const bodies: unknown[] = [];
    const url = await startService(async (request, response) => {
      bodies.push([request.url, request.headers['authorization'], JSON.parse(await readRequest(request))]);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunks = [
        { choices: [{ delta: { role: 'assistant', content: '' } }] },
        { choices: [{ delta: { reasoning_content: 'hm' } }] },
        { choices: [{ delta: { content: 'Hel' } }] },
        { choices: [{ delta: { content: 'lo' } }] },
        { choices: [{ delta: {}, finish_reason: 'stop' }] },
        { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } },
      ];
      for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    const store = createMemoryStore();
    const knowledgeBase = createOpenAiChatTarget(
      { ...config, baseURL: `${url}/v1/` },
      { env: { MODEL_KEY: 'sk-secret' } },
    );
    await recordBenchmark({ benchmark: createBenchmark(numberedCases(1)), knowledgeBase, store, runId: 'r' });
    const [record] = await readRecords(store, 'runs/r.jsonl');
    expect(record).toMatchObject({
      final_status: 'success',
      usage: { total_tokens: 11 },
      not_recorded: ['results', 'result_texts', 'intent'],
    });
    expect(record?.response?.answer).toBe('Hello');
    expect(record?.first_token_ms).not.toBeNull();
    expect(bodies).toEqual([
      [
        '/v1/chat/completions',
        'Bearer sk-secret',
        {
          model: 'tiny',
          stream: true,
          stream_options: { include_usage: true },
          temperature: 0,
          messages: [
            { role: 'system', content: 'Use {{braces}}.' },
            { role: 'user', content: 'ask q1' },
          ],
        },
      ],
    ]);
  });

  it('takes a whole completion, a filtered one and an error in the stream for what they are', async () => {
    const replies = [
      {
        type: 'application/json',
        body: JSON.stringify({ choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] }),
      },
      {
        type: 'text/event-stream',
        body: 'data: {"choices":[{"delta":{"content":"no"},"finish_reason":"content_filter"}]}\n\ndata: [DONE]\n\n',
      },
      {
        type: 'text/event-stream',
        body: 'data: {"choices":[{"delta":{"content":"par"}}]}\n\ndata: {"error":{"message":"overloaded"}}\n\n',
      },
      { type: 'text/event-stream', body: 'data: {"choices":[{"delta":{"content":"cut"}}]}\n\n' },
    ];
    let next = 0;
    const send: typeof fetch = async () => {
      const reply = replies[next++];
      return new Response(reply?.body ?? '', { headers: { 'content-type': reply?.type ?? '' } });
    };
    const store = createMemoryStore();
    const knowledgeBase = createOpenAiChatTarget(config, { env: { MODEL_KEY: 'sk-secret' }, fetch: send });
    await recordBenchmark({
      benchmark: createBenchmark(numberedCases(4)),
      knowledgeBase,
      store,
      runId: 'r',
      concurrency: 1,
      retry: { attempts: 1 },
    });
    const records = await readRecords(store, 'runs/r.jsonl');
    expect(
      records.map((record) => [
        record.final_status,
        record.error?.error_type ?? null,
        record.error?.message ?? null,
        record.response?.answer,
      ]),
    ).toEqual([
      ['success', null, null, 'whole'],
      ['refused', null, null, 'no'],
      ['error', 'error', 'overloaded', 'par'],
      ['error', 'incomplete_stream', 'the stream ended before the answer was complete', 'cut'],
    ]);
  });
});
