import { createMemoryStore, type ObjectStore } from '@reportcard/object-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnswerSource, type CacheMode, createAnswerSource, createEntryStore } from '../../src/index.ts';
import { type LoopbackReply, type LoopbackServer, replyWith, startLoopbackServer } from '../../src/testing/index.ts';
import { numberRequest, openJudge } from '../ask-fixture.ts';
import { createFastClock } from '../open-stage.ts';

let server: LoopbackServer;
let reply: LoopbackReply;
let store: ObjectStore;
beforeEach(async () => {
  reply = replyWith('{"n": 7}', { model: 'judge-1-0601' });
  store = createMemoryStore();
  server = await startLoopbackServer({ chat: () => reply });
});
afterEach(() => server.close());

function open(mode: CacheMode = 'read'): AnswerSource {
  return createAnswerSource({
    judge: openJudge(server),
    entries: createEntryStore(store),
    mode,
    clock: createFastClock(),
  });
}

async function listKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list('')) keys.push(key);
  return keys;
}

describe('the cache', () => {
  it('keeps an answer under the hash of its question', async () => {
    const source = open();
    await source.ask(numberRequest());
    const key = source.keyOf(numberRequest());
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await listKeys()).toEqual([`.reportcard/cache/${key.slice(0, 2)}/${key}.json`]);
    const entry = JSON.parse(
      Buffer.from((await store.get(`.reportcard/cache/${key.slice(0, 2)}/${key}.json`)) ?? []).toString(),
    );
    expect(entry).toEqual({
      value: { n: 7 },
      text: '{"n": 7}',
      usage: { calls: 1, prompt_tokens: 100, completion_tokens: 20 },
      served_model: 'judge-1-0601',
      fingerprint: null,
      format: 'json_schema',
      at: '2026-06-01T00:00:00.000Z',
    });
  });

  it('answers a later run with what the answer cost then', async () => {
    await open().ask(numberRequest());
    const answer = await open().ask(numberRequest());
    expect(answer).toMatchObject({
      value: 7,
      served_model: 'judge-1-0601',
      usage: { calls: 1, prompt_tokens: 100, completion_tokens: 20, cached: true },
    });
    expect(server.chats).toHaveLength(1);
  });

  it('keeps no failure', async () => {
    reply = replyWith('', { finish_reason: 'content_filter' });
    await expect(open().ask(numberRequest())).rejects.toMatchObject({ score_code: 'refused' });
    expect(await listKeys()).toEqual([]);
    reply = replyWith('{"n": 8}');
    expect((await open().ask(numberRequest())).value).toBe(8);
  });

  it('does not pay twice in one run for a question without an answer', async () => {
    reply = replyWith('', { finish_reason: 'content_filter' });
    const source = open();
    for (let index = 0; index < 2; index += 1)
      await expect(source.ask(numberRequest())).rejects.toMatchObject({ score_code: 'refused' });
    expect(server.chats).toHaveLength(1);
  });

  it('asks equal questions that are under way once', async () => {
    const source = open();
    const answers = await Promise.all([
      source.ask(numberRequest()),
      source.ask(numberRequest()),
      source.ask(numberRequest()),
    ]);
    expect(server.chats).toHaveLength(1);
    expect(answers.map(({ usage }) => usage.cached)).toEqual([false, true, true]);
  });

  it('checks what it reads; an entry that does not pass is asked for again', async () => {
    const source = open();
    await source.ask(numberRequest());
    const [file] = await listKeys();
    for (const text of ['{"value": {"m": 1}}', 'not JSON', '[]', '{}']) {
      await store.put(file ?? '', text);
      expect((await open().ask(numberRequest())).usage.cached).toBe(false);
    }
    expect(server.chats).toHaveLength(5);
  });

  it('is written, not read, on refresh: each question is asked once', async () => {
    await open().ask(numberRequest());
    reply = replyWith('{"n": 8}');
    const source = open('refresh');
    expect((await source.ask(numberRequest())).value).toBe(8);
    expect((await source.ask(numberRequest())).usage.cached).toBe(true);
    expect(server.chats).toHaveLength(2);
    expect((await open().ask(numberRequest())).value).toBe(8);
  });

  it('is neither read nor written when off; each question is asked once', async () => {
    const source = open('off');
    await source.ask(numberRequest());
    expect((await source.ask(numberRequest())).usage.cached).toBe(true);
    expect(server.chats).toHaveLength(1);
    expect(await listKeys()).toEqual([]);
  });
});

describe('the key of a question', () => {
  const source = () => open();

  it.each([
    ['step', { step: 'verify' }],
    ['prompt version', { prompt_version: 'useful/en/2' }],
    ['system text', { system: 'Other JSON.' }],
    ['user text', { user: 'other' }],
    ['schema', { schema: { type: 'object' } }],
    ['temperature', { temperature: 0.3 }],
    ['sample index', { sample_index: 0 }],
    ['repeat', { repeat: 1 }],
  ])('differs by %s', (_, changes) => {
    expect(source().keyOf(numberRequest(changes))).not.toBe(source().keyOf(numberRequest()));
  });

  it('does not depend on the order of keys or on the signal', () => {
    const request = numberRequest({ signal: new AbortController().signal });
    expect(source().keyOf(request)).toBe(source().keyOf(numberRequest()));
  });

  it('differs by server, model and parameters', () => {
    const key = source().keyOf(numberRequest());
    const entries = createEntryStore(store);
    const judge = openJudge(server);
    const keyWith = (changes: object): string =>
      createAnswerSource({ judge: { ...judge, ...changes }, entries, mode: 'read', clock: createFastClock() }).keyOf(
        numberRequest(),
      );
    expect(keyWith({})).toBe(key);
    expect(keyWith({ params: { ...judge.params, seed: 1 } })).not.toBe(key);
    for (const part of ['host', 'model', 'extra'])
      expect(keyWith({ identity: { ...judge.identity, [part]: 'x' } })).not.toBe(key);
  });
});
