import { afterEach, describe, expect, it } from 'vitest';
import type { Clock, Spend } from '../../src/index.ts';
import type { LoopbackServer } from '../../src/testing/index.ts';
import { DROP, rejectWith, replyWith, startLoopbackServer } from '../../src/testing/index.ts';
import { numberRequest, openJudge } from '../ask-fixture.ts';

let server: LoopbackServer;
afterEach(() => server.close());

const GOOD = replyWith('{"n": 7}');

/** A clock that moves on when somebody waits, and notes how long. */
function createManualClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  let time = 0;
  return {
    waits,
    now: () => time,
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
    },
  };
}

describe('faults that may pass', () => {
  it.each([408, 409, 429, 500, 502, 503])('are retried: %i', async (status) => {
    server = await startLoopbackServer({ chat: [rejectWith(status, 'later'), GOOD] });
    const answer = await openJudge(server).ask(numberRequest());
    expect(answer).toMatchObject({ value: 7, usage: { calls: 1 } });
    expect(server.chats).toHaveLength(2);
  });

  it('are retried after half a second, one and two', async () => {
    const clock = createManualClock();
    server = await startLoopbackServer({ chat: () => rejectWith(503, 'overloaded') });
    await expect(openJudge(server, { clock }).ask(numberRequest())).rejects.toMatchObject({ score_code: 'http_503' });
    expect(clock.waits).toEqual([500, 1000, 2000]);
    expect(server.chats).toHaveLength(4);
  });

  it.each([
    ['Retry-After in seconds, even above a minute', { 'retry-after': '90' }, 90_000],
    ['retry-after-ms', { 'retry-after-ms': '250' }, 250],
    ['Retry-After as a date', { 'retry-after': new Date(Date.now() + 86_400).toUTCString() }, undefined],
  ])('wait as the server says: %s', async (_, headers, expected) => {
    const clock = createManualClock();
    server = await startLoopbackServer({ chat: [rejectWith(429, 'slow down', headers), GOOD] });
    await openJudge(server, { clock }).ask(numberRequest());
    expect(clock.waits[0]).toBeCloseTo(expected ?? clock.waits[0] ?? Number.NaN, 0);
    expect(server.chats).toHaveLength(2);
  });

  it('pause the other requests too when the server says how long', async () => {
    const clock = createManualClock();
    server = await startLoopbackServer({ chat: [rejectWith(429, 'slow down', { 'retry-after': '5' })] });
    const judge = openJudge(server, { clock, concurrency: 1 });
    await Promise.allSettled([judge.ask(numberRequest()), judge.ask(numberRequest({ user: 'other' }))]);
    expect(clock.now()).toBeGreaterThanOrEqual(5000);
  });

  it('end as rate_limited when the server asks to wait for hours', async () => {
    server = await startLoopbackServer({ chat: () => rejectWith(429, 'quota', { 'retry-after': '7200' }) });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({ score_code: 'rate_limited' });
    expect(server.chats).toHaveLength(1);
  });

  it('end as network when every connection is dropped', async () => {
    server = await startLoopbackServer({ chat: () => DROP });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({ score_code: 'network' });
    expect(server.chats).toHaveLength(4);
  });

  it('are survived when one connection is dropped', async () => {
    server = await startLoopbackServer({ chat: [DROP, GOOD] });
    expect((await openJudge(server).ask(numberRequest())).value).toBe(7);
  });

  it('end as timeout when replies are too slow', async () => {
    server = await startLoopbackServer({ chat: () => ({ ...GOOD, delayMs: 5000 }) });
    const judge = openJudge(server, { timeoutMs: 20, retries: 1 });
    const spends: Spend[] = [];
    await expect(judge.ask(numberRequest(), (spend) => spends.push(spend))).rejects.toMatchObject({
      score_code: 'timeout',
    });
    expect(spends).toHaveLength(2);
    // The server may have done the work and bill it: the question counts as paid.
    expect(spends[0]).toMatchObject({ calls: 1, completion_tokens: 0 });
    expect(spends[0]?.prompt_tokens).toBeGreaterThan(0);
  });

  it.each([
    ['a web page', { body: '<html>login</html>', headers: { 'content-type': 'text/html' } }],
    ['JSON without choices', { body: { choices: [] } }],
    ['an error under status 200', { body: { error: { message: 'busy' } } }],
  ])('may be %s instead of a reply', async (_, reply) => {
    server = await startLoopbackServer({ chat: () => reply });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({ score_code: 'malformed_json' });
    expect(server.chats).toHaveLength(4);
  });

  it('share their retries over the repair turns of one answer', async () => {
    const bad = replyWith('no JSON');
    const busy = rejectWith(503, 'busy');
    server = await startLoopbackServer({ chat: [busy, busy, bad, busy, bad, busy, GOOD] });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({ score_code: 'http_503' });
    expect(server.chats).toHaveLength(6);
  });
});

describe('a judge that cannot be used', () => {
  it.each([
    [401, 'key'],
    [402, 'balance'],
    [403, 'key'],
    [404, 'baseURL'],
  ])('is an error of the whole stage, without retry: %i', async (status, hint) => {
    server = await startLoopbackServer({ chat: () => rejectWith(status, 'no') });
    await expect(openJudge(server).ask(numberRequest())).rejects.toMatchObject({
      name: 'ReportcardError',
      code: 'unavailable',
      hint: expect.stringContaining(hint),
    });
    expect(server.chats).toHaveLength(1);
  });

  it('is told from a single request that is forbidden', async () => {
    server = await startLoopbackServer({ chat: [GOOD, rejectWith(403, 'not this one')] });
    const judge = openJudge(server);
    await judge.ask(numberRequest());
    await expect(judge.ask(numberRequest({ user: 'x' }))).rejects.toMatchObject({ score_code: 'http_403' });
  });

  it('is given up after ten failures in a row', async () => {
    server = await startLoopbackServer({ chat: () => rejectWith(500, 'broken') });
    const judge = openJudge(server, { retries: 0 });
    for (let index = 0; index < 9; index += 1) {
      await expect(judge.ask(numberRequest())).rejects.toMatchObject({ score_code: 'http_500' });
    }
    await expect(judge.ask(numberRequest())).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('stopping', () => {
  it('ends a running request with the reason of the signal', async () => {
    server = await startLoopbackServer({ chat: () => ({ ...GOOD, delayMs: 10_000 }) });
    const controller = new AbortController();
    const asked = openJudge(server).ask(numberRequest({ signal: controller.signal }));
    controller.abort(new Error('stop'));
    await expect(asked).rejects.toThrow('stop');
  });

  it('sends nothing after an abort', async () => {
    server = await startLoopbackServer({ chat: () => GOOD });
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(openJudge(server).ask(numberRequest({ signal }))).rejects.toThrow('stop');
    expect(server.chats).toHaveLength(0);
  });
});

describe('limits', () => {
  it('let so many requests run at once', async () => {
    let running = 0;
    let most = 0;
    server = await startLoopbackServer({
      chat: () => {
        running += 1;
        most = Math.max(most, running);
        setTimeout(() => {
          running -= 1;
        }, 15);
        return { ...GOOD, delayMs: 15 };
      },
    });
    const judge = openJudge(server, { concurrency: 2 });
    await Promise.all(Array.from({ length: 8 }, (_, index) => judge.ask(numberRequest({ user: `${index}` }))));
    expect(most).toBe(2);
  });

  it('space the requests out by requests a minute', async () => {
    const clock = createManualClock();
    server = await startLoopbackServer({ chat: () => GOOD });
    const judge = openJudge(server, { clock, rpm: 30, concurrency: 1 });
    for (let index = 0; index < 4; index += 1) await judge.ask(numberRequest({ user: `${index}` }));
    expect(clock.waits).toEqual([2000, 2000, 2000]);
  });

  it('space the requests out by tokens a minute', async () => {
    const clock = createManualClock();
    server = await startLoopbackServer({ chat: () => GOOD });
    const judge = openJudge(server, { clock, tpm: 1000, concurrency: 1 });
    await judge.ask(numberRequest());
    await judge.ask(numberRequest({ user: 'x' }));
    expect(clock.waits).toHaveLength(1);
    // About 150 characters of English at 0.7 tokens each are some 120 tokens: seven seconds.
    expect(clock.waits[0]).toBeGreaterThan(5000);
    expect(clock.waits[0]).toBeLessThan(15_000);
  });
});
