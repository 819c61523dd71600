import { createMemoryStore } from '@reportcard/object-store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerStep,
  DROP,
  embedTexts,
  type LoopbackReply,
  rejectWith,
  replyWith,
  startLoopbackServer,
} from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { policies, sampleTasks } from '../sample-task.ts';

const MISBEHAVIOUR: readonly LoopbackReply[] = [
  rejectWith(400, 'response_format is not supported'),
  rejectWith(400, 'temperature is not supported'),
  rejectWith(400, 'seed is not supported'),
  rejectWith(400, 'use max_completion_tokens'),
  rejectWith(429, 'slow down', { 'retry-after': '1' }),
  rejectWith(503, 'busy'),
  replyWith('no JSON'),
  replyWith('{"cut": ', { finish_reason: 'length' }),
  replyWith(''),
  DROP,
];

describe('the upper number of the estimate', () => {
  it('is never exceeded, whatever the server does', async () => {
    const plan = fc.array(fc.integer({ min: -6, max: MISBEHAVIOUR.length - 1 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(plan, fc.constantFrom(1, { min: 1, max: 3, near: 0.5 }), async (script, repeats) => {
        const pick = (index: number): LoopbackReply | undefined => MISBEHAVIOUR[script[index % script.length] ?? -1];
        const server = await startLoopbackServer({
          chat: ({ body }, index) => pick(index) ?? answerStep(body),
          embeddings: ({ body }, index) => pick(index) ?? embedTexts(body),
        });
        const stage = await openStage(server, { repeats }, createMemoryStore());
        const { max_calls } = await stage.estimate(sampleTasks(2), policies);
        const outcome = await scoreAll(stage, sampleTasks(2)).then(
          () => 'scored',
          (error: { code: string }) => error.code,
        );
        expect(['scored', 'unavailable']).toContain(outcome);
        expect(server.count()).toBeLessThanOrEqual(max_calls);
        await server.close();
      }),
      { numRuns: 15 },
    );
  });
});
