import type { JudgeEstimate, JudgeLedger } from '@reportcard/pipeline';

/** The price of a scoring in words: calls, cached calls, tokens, money, minutes, then a line a step. */
export function formatEstimate(estimate: JudgeEstimate): string[] {
  const money = estimate.money === null ? 'no prices configured' : `about ${estimate.money.toFixed(4)} money units`;
  const minutes = estimate.minutes === null ? '' : `, about ${Math.ceil(estimate.minutes)} min at the configured rate`;
  const head = `judge: ${estimate.calls} calls (${estimate.cached} cached, never more than ${estimate.max_calls}), ${estimate.prompt_tokens} tokens in, ${estimate.completion_tokens} out, ${money}${minutes}`;
  const steps = Object.entries(estimate.by_step).map(
    ([step, cost]) => `  ${step}: ${cost.calls} calls, ${cost.cached} cached, ${cost.prompt_tokens} tokens in`,
  );
  const { oldest_cached_at: oldest = null } = estimate;
  return [head, ...steps, ...(oldest === null ? [] : [`  oldest cached answer: ${oldest}`])];
}

/** What a scoring spent in words. */
export function formatLedger({ calls, money, by_metric }: JudgeLedger): string {
  const spends = Object.values(by_metric);
  const sum = (field: 'prompt_tokens' | 'completion_tokens'): number =>
    spends.reduce((total, spend) => total + spend[field], 0);
  const price = money === null ? '' : `, about ${money.toFixed(4)} money units`;
  return `judge: asked ${calls} times; ${sum('prompt_tokens')} tokens in, ${sum('completion_tokens')} out${price}`;
}
