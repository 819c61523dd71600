import type { JudgeRequest } from '@reportcard/report-schema';
import { createJudge, type JudgeOptions, type MeteredJudge, openaiCompatible } from '../src/index.ts';
import type { LoopbackServer } from '../src/testing/index.ts';
import { createFastClock } from './open-stage.ts';

/** A request whose answer must be `{"n": <number>}`. */
export function numberRequest(changes: Partial<JudgeRequest<number>> = {}): JudgeRequest<number> {
  return {
    step: 'useful',
    prompt_version: 'useful/en/1',
    system: 'Reply with JSON.',
    user: JSON.stringify({ ask: 'a number' }),
    schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false },
    check: (value) => {
      const n: unknown = value !== null && typeof value === 'object' ? Reflect.get(value, 'n') : undefined;
      if (typeof n !== 'number') throw new Error('"n" must be a number');
      return n;
    },
    repeat: 0,
    ...changes,
  };
}

/** A judge over a server that waits for nothing. */
export function openJudge(server: LoopbackServer, options: JudgeOptions = {}): MeteredJudge {
  return createJudge(openaiCompatible({ baseURL: server.baseURL, model: 'judge-1' }), {
    clock: createFastClock(),
    ...options,
  });
}
