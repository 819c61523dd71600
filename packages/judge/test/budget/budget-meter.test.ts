import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBudgetMeter, type Spend } from '../../src/index.ts';

const signal = new AbortController().signal;
const upper = (changes: Partial<Spend> = {}): Spend => ({
  calls: 1,
  prompt_tokens: 100,
  completion_tokens: 0,
  money: null,
  ...changes,
});

describe('a budget', () => {
  it('starts what fits and refuses what never will', async () => {
    const meter = createBudgetMeter({ maxCalls: 2 });
    const first = await meter.reserve(upper(), signal);
    const second = await meter.reserve(upper(), signal);
    first.settle(upper());
    second.settle(upper());
    await expect(meter.reserve(upper(), signal)).rejects.toMatchObject({
      status: 'skipped',
      score_code: 'budget_exhausted',
    });
    expect(meter.exhausted()).toBe(true);
  });

  it('waits for running requests that may cost less than they hold', async () => {
    const meter = createBudgetMeter({ maxTokens: 150 });
    const first = await meter.reserve(upper(), signal);
    const second = meter.reserve(upper(), signal);
    first.settle(upper({ prompt_tokens: 40 }));
    (await second).settle(upper({ prompt_tokens: 100 }));
    expect(meter.exhausted()).toBe(false);
  });

  it('starts nothing once a request did not fit, not even a small one', async () => {
    const meter = createBudgetMeter({ maxMoney: 1 });
    await expect(meter.reserve(upper({ money: 2 }), signal)).rejects.toMatchObject({ score_code: 'budget_exhausted' });
    await expect(meter.reserve(upper({ money: 0.1 }), signal)).rejects.toMatchObject({
      score_code: 'budget_exhausted',
    });
  });

  it('lets an aborted request go', async () => {
    const meter = createBudgetMeter({ maxTokens: 100 });
    const first = await meter.reserve(upper(), signal);
    const controller = new AbortController();
    const waiting = meter.reserve(upper(), controller.signal);
    controller.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    first.settle(upper({ prompt_tokens: 0 }));
    await expect(meter.reserve(upper(), signal)).resolves.toBeDefined();
  });

  it('is never exceeded, whatever requests hold and cost', async () => {
    const request = fc.record({
      hold: fc.integer({ min: 1, max: 50 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { maxLength: 40 }),
        fc.integer({ min: 0, max: 400 }),
        async (requests, maxTokens) => {
          const meter = createBudgetMeter({ maxTokens });
          let spent = 0;
          await Promise.allSettled(
            requests.map(async ({ hold, share }) => {
              const reservation = await meter.reserve(upper({ prompt_tokens: hold }), signal);
              await Promise.resolve();
              const cost = Math.floor(hold * share);
              spent += cost;
              reservation.settle(upper({ prompt_tokens: cost }));
            }),
          );
          expect(spent).toBeLessThanOrEqual(maxTokens);
        },
      ),
    );
  });
});
