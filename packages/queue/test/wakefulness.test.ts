import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWakefulness } from '../src/index.ts';

describe('wakefulness', () => {
  let now = 0;
  beforeEach(() => {
    now = 1000;
    vi.useFakeTimers();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('says nothing while the clock goes on', () => {
    const wakefulness = createWakefulness(1000);
    const reasons: Error[] = [];
    wakefulness.onWake((reason) => reasons.push(reason));
    for (let step = 0; step < 50; step++) {
      now += 100;
      vi.advanceTimersByTime(100);
      wakefulness.check();
    }
    expect(reasons).toEqual([]);
    wakefulness.close();
  });

  it('stops what is about to be paid for first thing after a standstill, and tells everybody once', () => {
    const wakefulness = createWakefulness(1000);
    const reasons: string[] = [];
    const end = wakefulness.onWake((reason) => reasons.push(reason.message));
    now += 5000;
    expect(() => wakefulness.check()).toThrow('stood still for 5 s');
    wakefulness.check();
    expect(reasons).toHaveLength(1);
    end();
    now += 5000;
    vi.advanceTimersByTime(100);
    expect(reasons).toHaveLength(1);
    wakefulness.close();
  });
});
