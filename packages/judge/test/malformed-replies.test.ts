import { scoreRagas } from '@reportcard/metrics';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type LoopbackReply,
  type LoopbackServer,
  rejectWith,
  replyWith,
  startLoopbackServer,
} from '../src/testing/index.ts';
import { openJudge } from './ask-fixture.ts';
import { policies, sampleTask } from './sample-task.ts';

let server: LoopbackServer;
afterEach(() => server.close());

const STATEMENTS = replyWith('{"statements": ["保修两年", "漆成红色"], "noncommittal": 0}');
const GOOD = '{"verdicts": [{"i": 0, "why": "", "ok": 1}, {"i": 1, "why": "没有提到", "ok": 0}]}';

/** Faithfulness of an answer with two statements, where the verdicts come as `reply` every time. */
async function scoreWith(
  reply: LoopbackReply,
): Promise<{ value: number | null; status: string; code: string | undefined }> {
  server = await startLoopbackServer({
    chat: ({ body }) => (JSON.stringify(body['messages']).includes('premise') ? reply : STATEMENTS),
  });
  const [score] = await scoreRagas(sampleTask('Q1').record, ['faithfulness'], {
    judge: openJudge(server),
    policies,
  });
  return { value: score?.value ?? null, status: score?.status ?? '', code: score?.code };
}

describe('malformed replies that still hold the answer', () => {
  it.each<[string, LoopbackReply]>([
    ['fenced', replyWith(`\`\`\`json\n${GOOD}\n\`\`\``)],
    ['with prose around', replyWith(`以下是核对结果：\n${GOOD}\n希望对您有帮助！`)],
    ['after thinking', replyWith(`<think>先看 {"verdicts": []} 是否合适</think>\n${GOOD}`)],
    ['in reasoning_content', replyWith(null, { reasoning_content: GOOD })],
    ['with Chinese quotation marks', replyWith(GOOD.replace(/"([^"]*)"/g, '“$1”'))],
    ['with full-width punctuation', replyWith(GOOD.replaceAll(':', '：').replaceAll(',', '，'))],
    [
      'with verdicts as text and booleans',
      replyWith('{"verdicts": [{"i": "0", "why": "", "ok": "是"}, {"i": 1, "ok": false}]}'),
    ],
    ['out of order', replyWith('{"verdicts": [{"i": 1, "why": "", "ok": 0}, {"i": 0, "why": "", "ok": 1}]}')],
    ['with a draft before it', replyWith(`{"verdicts": []} 更正：${GOOD}`)],
    ['with runaway white space', replyWith(`${GOOD}${'\n'.repeat(50)}`, { finish_reason: 'length' })],
  ])('give the right value: %s', async (_, reply) => {
    expect(await scoreWith(reply)).toEqual({ value: 0.5, status: 'ok', code: undefined });
  });
});

describe('malformed replies without an answer', () => {
  it.each<[string, string, LoopbackReply]>([
    ['blank', 'empty_output', replyWith('')],
    ['prose only', 'malformed_json', replyWith('两条陈述都没有问题。')],
    ['cut off at the cap', 'truncated', replyWith(GOOD.slice(0, 60), { finish_reason: 'length' })],
    ['cut off without saying so', 'malformed_json', replyWith(GOOD.slice(0, 60))],
    ['a missing index', 'schema_mismatch', replyWith('{"verdicts": [{"i": 0, "why": "", "ok": 1}]}')],
    ['a repeated index', 'schema_mismatch', replyWith(GOOD.replace('"i": 1', '"i": 0'))],
    ['an index too many', 'schema_mismatch', replyWith(GOOD.replace(']}', ', {"i": 2, "why": "", "ok": 1}]}'))],
    ['numbering from 1', 'schema_mismatch', replyWith(GOOD.replace('"i": 1', '"i": 2').replace('"i": 0', '"i": 1'))],
    ['verdict 2', 'schema_mismatch', replyWith(GOOD.replace('"ok": 1', '"ok": 2'))],
    ['a bare array', 'schema_mismatch', replyWith('[{"i": 0, "ok": 1}, {"i": 1, "ok": 0}]')],
    ['other keys', 'schema_mismatch', replyWith(GOOD.replace('verdicts', 'results'))],
    ['a refusal', 'refused', replyWith(null, { refusal: '无法评判。' })],
    ['a filtered reply', 'refused', replyWith('', { finish_reason: 'content_filter' })],
    ['an error of the server', 'http_500', rejectWith(500, 'internal error')],
  ])('give the right code: %s', async (_, code, reply) => {
    expect(await scoreWith(reply)).toEqual({ value: null, status: 'judge_error', code });
  });
});
