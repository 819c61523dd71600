import { afterEach, describe, expect, it } from 'vitest';
import type { LoopbackServer } from '../../src/testing/index.ts';
import { rejectWith, replyWith, startLoopbackServer } from '../../src/testing/index.ts';
import { numberRequest, openJudge } from '../ask-fixture.ts';

let server: LoopbackServer;
afterEach(() => server.close());

const GOOD = replyWith('{"n": 7}');

function messagesOf(index: number): { role: string; content: string }[] {
  return server.chats[index]?.body['messages'] as { role: string; content: string }[];
}

describe('a bad reply', () => {
  it('is sent back with the reason, and the corrected one counts', async () => {
    server = await startLoopbackServer({ chat: [replyWith('{"m": 7}'), GOOD] });
    const answer = await openJudge(server).ask(numberRequest());
    expect(answer).toMatchObject({ value: 7, usage: { calls: 2, prompt_tokens: 200, completion_tokens: 40 } });
    expect(messagesOf(1).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messagesOf(1)[2]?.content).toBe('{"m": 7}');
    expect(messagesOf(1)[3]?.content).toContain('"n" must be a number');
  });

  it.each([
    ['malformed_json', 'no JSON here'],
    ['schema_mismatch', '{"m": 1}'],
    ['empty_output', ''],
    ['empty_output', '<think>hm</think>'],
  ])('ends as %s after two repair turns: %j', async (code, content) => {
    server = await startLoopbackServer({ chat: () => replyWith(content) });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({
      status: 'judge_error',
      score_code: code,
      usage: { calls: 3, prompt_tokens: 300, completion_tokens: 60, cached: false },
    });
    expect(server.chats).toHaveLength(3);
  });

  it('shows the latest bad reply only', async () => {
    server = await startLoopbackServer({ chat: [replyWith('first'), replyWith('second'), GOOD] });
    await openJudge(server).ask(numberRequest());
    expect(messagesOf(2).map(({ content }) => content)).not.toContain('first');
    expect(messagesOf(2)[2]?.content).toBe('second');
  });
});

describe('a reply that was cut off', () => {
  const CUT = replyWith('{"n": ', { finish_reason: 'length' });
  const caps = (): unknown[] => server.chats.map(({ body }) => body['max_tokens']);

  it('is asked for again with twice the cap, without a repair turn', async () => {
    server = await startLoopbackServer({ chat: [CUT, CUT, GOOD] });
    expect((await openJudge(server).ask(numberRequest())).value).toBe(7);
    expect(caps()).toEqual([4096, 8192, 16_384]);
    expect(messagesOf(2)).toHaveLength(2);
  });

  it('ends as truncated when the largest cap does not do', async () => {
    server = await startLoopbackServer({ chat: () => CUT });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({ score_code: 'truncated' });
    expect(caps()).toEqual([4096, 8192, 16_384]);
  });

  it('never gets a cap beyond 16,384', async () => {
    server = await startLoopbackServer({ chat: () => CUT });
    await expect(openJudge(server, { maxOutputTokens: 10_000 }).ask(numberRequest())).rejects.toMatchObject({
      score_code: 'truncated',
    });
    expect(caps()).toEqual([10_000, 16_384]);
  });

  it('counts when it is complete as it stands: trailing white space hit the cap', async () => {
    server = await startLoopbackServer({ chat: [replyWith('{"n": 7}\n\n\n\n', { finish_reason: 'length' })] });
    expect((await openJudge(server).ask(numberRequest())).value).toBe(7);
    expect(server.chats).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each([
    ['in the refusal field', replyWith(null, { refusal: 'I will not judge this.' })],
    ['by the content filter', replyWith('{"n": 7}', { finish_reason: 'content_filter' })],
    ['as an error of the content filter', rejectWith(400, 'The response was filtered', undefined, 'content_filter')],
  ])('is final: %s', async (_, reply) => {
    server = await startLoopbackServer({ chat: () => reply });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({ score_code: 'refused' });
    expect(server.chats).toHaveLength(1);
  });
});

describe('an answer in the wrong place', () => {
  it.each([null, ''])('is read from the thinking when the content is %j', async (content) => {
    server = await startLoopbackServer({ chat: [replyWith(content, { reasoning_content: '{"n": 7}' })] });
    expect((await openJudge(server).ask(numberRequest())).value).toBe(7);
  });

  it('is not read from the thinking when there is content', async () => {
    server = await startLoopbackServer({ chat: [replyWith('{"n": 7}', { reasoning_content: '{"n": 1}' })] });
    expect((await openJudge(server).ask(numberRequest())).value).toBe(7);
  });
});

describe('what an answer tells', () => {
  it('has the served model and the tokens', async () => {
    server = await startLoopbackServer({ chat: [replyWith('{"n": 7}', { model: 'judge-1-0601' })] });
    const answer = await openJudge(server).ask(numberRequest());
    expect(answer).toMatchObject({
      served_model: 'judge-1-0601',
      usage: { calls: 1, prompt_tokens: 100, completion_tokens: 20, cached: false },
    });
  });
});
