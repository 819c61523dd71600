import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createMemoryStore, type ObjectStore } from '@reportcard/object-store';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openaiCompatible } from '../../src/index.ts';
import {
  findStepAnswer,
  type LoopbackServer,
  rejectWith,
  replyWith,
  startLoopbackServer,
} from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { sampleTask, sampleTasks } from '../sample-task.ts';

const MARKER = 'sk-marker-0123456789abcdef';
const HEADER = 'header-marker-0123456789';
const env = { JUDGE_KEY: MARKER, TEAM: HEADER };

let server: LoopbackServer;
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await server.close();
});

function withKey(): Parameters<typeof openStage>[1] {
  const endpoint = {
    kind: 'openai-compatible' as const,
    baseURL: server.baseURL,
    apiKeyEnv: 'JUDGE_KEY',
    headersEnv: { 'x-team': 'TEAM' },
  };
  return { env, config: { ...endpoint, model: 'judge-1' }, embedder: { ...endpoint, model: 'embedder-1' } };
}

async function readAll(store: ObjectStore): Promise<string> {
  const texts: string[] = [];
  for await (const key of store.list('')) texts.push(key, Buffer.from((await store.get(key)) ?? []).toString('utf8'));
  return texts.join('\n');
}

/** Everything an error says, causes included. */
function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause)
    parts.push(
      one.name,
      one.message,
      one.stack ?? '',
      JSON.stringify(
        Object.fromEntries(
          Object.getOwnPropertyNames(one)
            .filter((key) => key !== 'cause')
            .map((key) => [key, Reflect.get(one, key)]),
        ),
      ),
    );
  return parts.join('\n');
}

describe('a key', () => {
  it('goes to the server and nowhere else, even when the server sends it back', async () => {
    server = await startLoopbackServer({
      chat: ({ body, headers }) => {
        const answer = JSON.stringify(findStepAnswer(body)).replace(
          'not in the material',
          `${headers.authorization} ${headers['x-team']}`,
        );
        return replyWith(answer, { model: 'judge-1' });
      },
    });
    const logged = vi.spyOn(console, 'log');
    const warned = vi.spyOn(console, 'warn');
    const failed = vi.spyOn(console, 'error');
    const store = createMemoryStore();
    const stage = await openStage(server, { ...withKey(), recordTo: 'recording.jsonl' }, store);
    const { ledger, lines } = await scoreAll(stage, [sampleTask('Q1')]);
    expect(
      server.chats.every(({ headers }) => headers.authorization === `Bearer ${MARKER}` && headers['x-team'] === HEADER),
    ).toBe(true);
    expect(server.embeddings.every(({ headers }) => headers.authorization === `Bearer ${MARKER}`)).toBe(true);
    const everything = [
      await readAll(store),
      lines,
      JSON.stringify(ledger),
      JSON.stringify(stage.info),
      JSON.stringify(stage.embedder),
    ].join('\n');
    expect(everything).toContain('[redacted]');
    expect(everything).not.toContain(MARKER);
    expect(everything).not.toContain(HEADER);
    expect(logged.mock.calls.length + warned.mock.calls.length + failed.mock.calls.length).toBe(0);
  });

  it.each([
    ['a refused key', 401],
    ['a broken server', 500],
  ])('is in no error: %s', async (_, status) => {
    server = await startLoopbackServer({
      chat: ({ headers }) =>
        rejectWith(status, `Incorrect API key provided: ${headers.authorization} ${headers['x-team']}`),
      embeddings: ({ headers }) => rejectWith(status, `Incorrect API key provided: ${headers.authorization}`),
    });
    const store = createMemoryStore();
    const outcome = await scoreAll(await openStage(server, withKey(), store), sampleTasks(3)).catch(
      (error: unknown) => error,
    );
    expect(outcome).toMatchObject({ code: 'unavailable' });
    const everything = `${describeError(outcome)}\n${await readAll(store)}`;
    expect(everything).toContain('[redacted]');
    expect(everything).not.toContain(MARKER);
    expect(everything).not.toContain(HEADER);
  });

  it('that is missing is named, not guessed', async () => {
    server = await startLoopbackServer();
    await expect(openStage(server, { ...withKey(), env: {} })).rejects.toMatchObject({
      code: 'config',
      path: 'judge.apiKeyEnv',
      message: expect.stringContaining('JUDGE_KEY'),
    });
  });

  it('is not sent where none is configured', async () => {
    server = await startLoopbackServer();
    await scoreAll(await openStage(server), [sampleTask('Q1')]);
    expect(server.chats.some(({ headers }) => 'authorization' in headers)).toBe(false);
  });
});

/** Where the clients of Node and undici tell of each request. */
const CLIENTS = ['http.client.request.start', 'undici:request:create'];

describe('the way to the server', () => {
  it('is the configured address alone; variables of SDKs are not read', async () => {
    server = await startLoopbackServer();
    for (const name of ['OPENAI_BASE_URL', 'OPENAI_API_BASE']) vi.stubEnv(name, 'http://127.0.0.1:1/elsewhere');
    for (const name of [
      'OPENAI_API_KEY',
      'OPENAI_ORG_ID',
      'OPENAI_PROJECT_ID',
      'OPENAI_CUSTOM_HEADERS',
      'AI_GATEWAY_API_KEY',
    ])
      vi.stubEnv(name, MARKER);
    const asked = new Set<string>();
    const note = (message: unknown): void => {
      const { request } = message as { request: { origin?: unknown; host?: unknown } };
      asked.add(new URL(String(request.origin ?? `http://${request.host}`)).host);
    };
    const fetched = vi.spyOn(globalThis, 'fetch');
    for (const channel of CLIENTS) subscribe(channel, note);
    const { evidence } = await scoreAll(await openStage(server), [sampleTask('Q1')]);
    expect(Object.values(evidence).every(({ status }) => status === 'ok')).toBe(true);
    for (const channel of CLIENTS) unsubscribe(channel, note);
    expect([...asked]).toEqual([new URL(server.baseURL).host]);
    expect(fetched).not.toHaveBeenCalled();
    expect(JSON.stringify([...server.chats, ...server.embeddings])).not.toContain(MARKER);
  });

  it('follows no redirect', async () => {
    const elsewhere = await startLoopbackServer();
    server = await startLoopbackServer({
      chat: () => ({ status: 307, headers: { location: `${elsewhere.baseURL}/chat/completions` } }),
    });
    const { evidence } = await scoreAll(await openStage(server), [sampleTask('Q1', {}, ['faithfulness'])]);
    expect(evidence['Q1/faithfulness']).toMatchObject({ status: 'judge_error', code: 'http_307' });
    expect(elsewhere.count()).toBe(0);
    await elsewhere.close();
  });

  it.each([
    ['none', undefined, 'no address'],
    ['no URL', 'localhost', 'no URL'],
    ['credentials in it', 'http://user:hunter22222@localhost/v1', 'credentials'],
    ['a query', 'http://localhost/v1?key=hunter22222', 'query'],
    ['another protocol', 'file:///etc', 'http'],
  ])('must be an address without secrets: %s', async (_, baseURL, message) => {
    server = await startLoopbackServer();
    const open = (): unknown => openaiCompatible({ baseURL, model: 'm' });
    expect(open).toThrow(expect.objectContaining({ code: 'config', message: expect.stringContaining(message) }));
    expect(open).not.toThrow(/hunter22222/);
  });
});
