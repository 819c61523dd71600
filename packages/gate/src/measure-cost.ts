import { getOwn, nearestName, ReportcardError, type ScoresHead } from '@reportcard/report-schema';
import type { Measurement } from './measurement.ts';

const COST_KEYS: Readonly<Record<string, readonly string[]>> = {
  calls: ['calls'],
  prompt_tokens: ['prompt_tokens'],
  completion_tokens: ['completion_tokens'],
  tokens: ['prompt_tokens', 'completion_tokens'],
  money: ['money'],
};

/** What the judge's answers in use cost, summed over the metrics of `meta.usage`. */
export function measureCost(head: ScoresHead, what: string): Measurement {
  const keys = getOwn(COST_KEYS, what);
  if (keys === undefined) {
    const nearest = nearestName(what, Object.keys(COST_KEYS));
    throw new ReportcardError({
      code: 'usage',
      message: `no cost ${JSON.stringify(what)}`,
      expected: `one of ${Object.keys(COST_KEYS)
        .map((key) => `cost:${key}`)
        .join(', ')}`,
      got: JSON.stringify(`cost:${what}`),
      ...(nearest === undefined ? {} : { hint: `did you mean "cost:${nearest}"?` }),
    });
  }
  const entries = Object.values(head.meta.usage);
  const amounts = entries.map((entry) => keys.map((key) => readNumber(entry, key)));
  const known = amounts.flat().filter((amount) => amount !== null);
  const isUnknown = entries.length > 0 && known.length === 0;
  return {
    metric: `cost:${what}`,
    isMetric: false,
    slice: null,
    value: isUnknown ? null : known.reduce((sum, amount) => sum + amount, 0),
    n: entries.length,
    coverage: null,
    ci95: null,
    isNoisy: false,
    higherIsBetter: false,
    problem: isUnknown ? { text: `the scores do not say what they cost in ${what}`, canStillFail: false } : null,
  };
}

function readNumber(entry: unknown, key: string): number | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const value: unknown = Object.entries(entry).find(([name]) => name === key)?.[1];
  return typeof value === 'number' ? value : null;
}
