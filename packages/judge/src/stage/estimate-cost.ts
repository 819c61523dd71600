import type { JudgeEstimate } from '@reportcard/metrics';
import { createRecord } from '@reportcard/report-schema';
import { maxRequestsPerAnswer, maxRequestsPerEmbedding, maxShapeRejections } from '../asking/worst-case.ts';
import { type Price, priceTokens } from '../budget/prices.ts';
import type { PlannedQuestion } from './plan-tasks.ts';

/** What the price of a plan depends on. */
export interface CostFacts {
  readonly price: Price | undefined;
  readonly embedderPrice: Price | undefined;
  readonly rpm: number | undefined;
  readonly tpm: number | undefined;
  readonly retries: number;
  readonly concurrency: number;
  /** Everything is known already, failures too. */
  readonly free?: boolean | undefined;
  /** The embedder has still to be checked, which costs one request. */
  readonly embedderCheck: { readonly needed: boolean; readonly prompt_tokens: number };
}

interface Sums {
  calls: number;
  cached: number;
  prompt_tokens: number;
  completion_tokens: number;
}

function sumUp(questions: readonly PlannedQuestion[]): Sums {
  const sums: Sums = { calls: 0, cached: 0, prompt_tokens: 0, completion_tokens: 0 };
  for (const { cached, prompt_tokens, completion_tokens } of questions) {
    if (cached) sums.cached += 1;
    else {
      sums.calls += 1;
      sums.prompt_tokens += prompt_tokens;
      sums.completion_tokens += completion_tokens;
    }
  }
  return sums;
}

function listSteps(questions: readonly PlannedQuestion[]): JudgeEstimate['by_step'] {
  const names = [...new Set(questions.map(({ step }) => step))].sort();
  return createRecord(
    names.map((name) => {
      const { calls, cached, prompt_tokens } = sumUp(questions.filter(({ step }) => step === name));
      return [name, { calls, cached, prompt_tokens }] as const;
    }),
  );
}

function addCheck(questions: readonly PlannedQuestion[], facts: CostFacts): readonly PlannedQuestion[] {
  const embeds = questions.filter(({ kind, cached }) => kind === 'vectors' && !cached);
  if (!facts.embedderCheck.needed || embeds.length === 0) return questions;
  const certain = embeds.some((question) => question.certain);
  const { prompt_tokens } = facts.embedderCheck;
  return [
    ...questions,
    { kind: 'vectors', step: 'embed_check', cached: false, certain, prompt_tokens, completion_tokens: 0 },
  ];
}

function countWorst(questions: readonly PlannedQuestion[], facts: CostFacts): number {
  const open = questions.filter(({ cached }) => !cached);
  const answers = open.filter(({ kind }) => kind === 'answer').length;
  const shapes = answers === 0 ? 0 : maxShapeRejections(facts.concurrency);
  return (
    answers * maxRequestsPerAnswer(facts.retries) +
    shapes +
    (open.length - answers) * maxRequestsPerEmbedding(facts.retries)
  );
}

function countMinutes(sums: Sums, facts: CostFacts): number | null {
  const { rpm, tpm } = facts;
  if (rpm === undefined && tpm === undefined) return null;
  const byRequests = rpm === undefined ? 0 : sums.calls / rpm;
  const byTokens = tpm === undefined ? 0 : (sums.prompt_tokens + sums.completion_tokens) / tpm;
  return Math.max(byRequests, byTokens);
}

/**
 * The price of a plan. `calls`, tokens and money are what a well-behaved server costs, `max_calls` is never exceeded. Tokens
 * are estimates. An embedder without a price counts as free.
 */
export function estimateCost(planned: readonly PlannedQuestion[], facts: CostFacts): JudgeEstimate {
  const questions = facts.free === true ? planned.map((one) => ({ ...one, cached: true })) : addCheck(planned, facts);
  const certain = questions.filter((question) => question.certain);
  const sums = sumUp(certain);
  const judge = sumUp(certain.filter(({ kind }) => kind === 'answer'));
  const vectors = sumUp(certain.filter(({ kind }) => kind === 'vectors'));
  const money = priceTokens(facts.price, judge.prompt_tokens, judge.completion_tokens);
  return {
    ...sums,
    max_calls: countWorst(questions, facts),
    money: money === null ? null : money + (priceTokens(facts.embedderPrice, vectors.prompt_tokens, 0) ?? 0),
    minutes: countMinutes(judge, facts),
    by_step: listSteps(certain),
  };
}
