import type { JudgeUsage, TokenUsage } from '@reportcard/report-schema';

/** Adds up what the judge answers behind one score cost, whoever paid when. */
export interface UsageTally {
  add(usage: JudgeUsage | undefined): void;
  total(): TokenUsage;
}

/** A tally at zero. */
export function createUsageTally(): UsageTally {
  const sum = { calls: 0, cached: 0, prompt_tokens: 0, completion_tokens: 0 };
  return {
    add(usage) {
      if (usage === undefined) return;
      sum.calls += usage.calls;
      sum.cached += usage.cached ? 1 : 0;
      sum.prompt_tokens += usage.prompt_tokens;
      sum.completion_tokens += usage.completion_tokens;
    },
    total: () => ({ ...sum }),
  };
}
