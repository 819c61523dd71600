import { afterEach, describe, expect, it } from 'vitest';
import type { LoopbackReply, LoopbackRequest, LoopbackServer } from '../../src/testing/index.ts';
import { rejectWith, replyWith, startLoopbackServer } from '../../src/testing/index.ts';
import { numberRequest, openJudge } from '../ask-fixture.ts';

let server: LoopbackServer;
afterEach(() => server.close());

const GOOD = replyWith('{"n": 7}');

function formatOf({ body }: LoopbackRequest): string {
  const format = body['response_format'] as { type: string } | undefined;
  return format?.type ?? 'plain';
}

/** Refuses these formats as DeepSeek does. */
function refuseFormats(...formats: string[]): (request: LoopbackRequest) => LoopbackReply {
  return (request) =>
    formats.includes(formatOf(request)) ? rejectWith(400, 'This response_format type is unavailable now') : GOOD;
}

function systemOf(request: LoopbackRequest | undefined): string {
  const messages = request?.body['messages'] as { role: string; content: string }[];
  return messages[0]?.content ?? '';
}

describe('the format ladder', () => {
  it('asks with the strict schema first', async () => {
    server = await startLoopbackServer({ chat: () => GOOD });
    const answer = await openJudge(server).ask(numberRequest());
    expect(answer).toMatchObject({ value: 7, format: 'json_schema' });
    expect(server.chats[0]?.body['response_format']).toMatchObject({
      type: 'json_schema',
      json_schema: { strict: true, schema: { required: ['n'], additionalProperties: false } },
    });
  });

  it('steps down to json_object when the schema is refused, and remembers it', async () => {
    server = await startLoopbackServer({ chat: refuseFormats('json_schema') });
    const judge = openJudge(server);
    expect(await judge.ask(numberRequest())).toMatchObject({ value: 7, format: 'json_object' });
    expect(await judge.ask(numberRequest({ user: 'again' }))).toMatchObject({ value: 7, format: 'json_object' });
    expect(server.chats.map(formatOf)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  it('ends at the plain prompt', async () => {
    server = await startLoopbackServer({ chat: refuseFormats('json_schema', 'json_object') });
    expect(await openJudge(server).ask(numberRequest())).toMatchObject({ value: 7, format: 'plain' });
    expect(server.chats.map(formatOf)).toEqual(['json_schema', 'json_object', 'plain']);
  });

  it('states schema and the word JSON on every rung', async () => {
    server = await startLoopbackServer({ chat: refuseFormats('json_schema', 'json_object') });
    await openJudge(server).ask(numberRequest());
    expect(server.chats).toHaveLength(3);
    for (const request of server.chats) {
      expect(systemOf(request)).toContain('JSON');
      expect(systemOf(request)).toContain('"required":["n"]');
    }
  });

  it('tells what it has found out and starts there next time', async () => {
    server = await startLoopbackServer({ chat: refuseFormats('json_schema') });
    const found: unknown[] = [];
    await openJudge(server, { onShape: (shape) => found.push(shape) }).ask(numberRequest());
    expect(found).toEqual([{ format: 'json_object', dropped: [] }]);
    await openJudge(server, { shape: { format: 'json_object', dropped: [] } }).ask(numberRequest());
    expect(server.chats.slice(2).map(formatOf)).toEqual(['json_object']);
  });

  it('keeps a format that is configured', async () => {
    server = await startLoopbackServer({ chat: refuseFormats('json_object') });
    const judge = openJudge(server, { format: 'json_object' });
    await expect(judge.ask(numberRequest())).rejects.toMatchObject({ score_code: 'http_400' });
    expect(server.chats).toHaveLength(1);
  });

  it('takes a 400 about something else as the answer’s fault', async () => {
    server = await startLoopbackServer({ chat: () => rejectWith(400, 'maximum context length is 8192 tokens') });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({ score_code: 'http_400' });
    expect(server.chats).toHaveLength(1);
  });
});

describe('parameters a server refuses', () => {
  it('drops temperature, then seed, and renames max_tokens, each after a 400 that names it', async () => {
    server = await startLoopbackServer({
      chat: ({ body }) => {
        if ('max_tokens' in body)
          return rejectWith(
            400,
            "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
          );
        if ('temperature' in body) return rejectWith(400, "'temperature' does not support 0 with this model.");
        return 'seed' in body ? rejectWith(400, 'Unrecognized request argument supplied: seed') : GOOD;
      },
    });
    const judge = openJudge(server, { seed: 7 });
    expect((await judge.ask(numberRequest())).value).toBe(7);
    await judge.ask(numberRequest({ user: 'again' }));
    expect(server.chats).toHaveLength(5);
    expect(server.chats[0]?.body).toMatchObject({ max_tokens: 4096, temperature: 0, seed: 7 });
    const last = server.chats[4]?.body ?? {};
    expect(last).toMatchObject({ max_completion_tokens: 4096 });
    expect(['max_tokens', 'temperature', 'seed'].filter((key) => key in last)).toEqual([]);
  });

  it('sends no seed unless asked', async () => {
    server = await startLoopbackServer({ chat: () => GOOD });
    await openJudge(server).ask(numberRequest());
    expect('seed' in (server.chats[0]?.body ?? {})).toBe(false);
  });
});
