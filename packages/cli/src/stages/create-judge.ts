import { createJudgeStage } from '@reportcard/judge';
import type { JudgeEstimate } from '@reportcard/pipeline';
import { type Budget, type JudgeConfig, type Repeats, ReportcardError } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { type Flags, UsageError } from '../verb.ts';
import type { OpenJudge } from './open-judge.ts';

const UNITS: Readonly<Record<string, keyof Budget>> = { calls: 'maxCalls', tokens: 'maxTokens', money: 'maxMoney' };

/** Reads `--budget 500calls --budget 3.5money`. Throws a usage error for anything else. */
export function parseBudget(texts: readonly string[]): Budget {
  const budget: { -readonly [K in keyof Budget]: Budget[K] } = {};
  for (const text of texts.flatMap((entry) => entry.split(','))) {
    const [, number = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/.exec(text) ?? [];
    const key = UNITS[unit];
    if (key === undefined)
      throw new UsageError(
        `--budget: expected a number of calls, tokens or money such as 500calls, got ${JSON.stringify(text)}`,
      );
    budget[key] = Number(number);
  }
  return budget;
}

/** True when an estimate stays within a budget; what has no limit always does. */
export function fitsBudget(estimate: JudgeEstimate, budget: Budget | undefined): boolean {
  const { maxCalls, maxTokens, maxMoney } = budget ?? {};
  if (maxCalls !== undefined && estimate.calls > maxCalls) return false;
  if (maxTokens !== undefined && estimate.prompt_tokens + estimate.completion_tokens > maxTokens) return false;
  return maxMoney === undefined || estimate.money === null || estimate.money <= maxMoney;
}

function chooseRepeats(flags: Flags, configured: Repeats | undefined): Repeats | undefined {
  return typeof flags['repeats'] === 'number' ? flags['repeats'] : configured;
}

function chooseCache(flags: Flags): 'read' | 'off' | 'refresh' | undefined {
  const { cache } = flags;
  if (flags['refresh'] === true) return 'refresh';
  return cache === 'off' || cache === 'refresh' || cache === 'read' ? cache : undefined;
}

/** Puts the judge together that a call names; the configuration says where it is. */
export async function createConfiguredJudge(
  kind: string,
  workspace: Workspace,
  seed: string,
  flags: Flags,
  context: CliContext,
): Promise<OpenJudge> {
  const { config, store } = workspace;
  if (kind === 'openai-compatible' && config.judge?.kind !== 'openai-compatible') {
    throw new ReportcardError({
      code: 'config',
      path: 'judge',
      message: 'no judge model is configured',
      expected: "judge: { kind: 'openai-compatible', baseURL, model, apiKeyEnv }",
    });
  }
  const judgeConfig: JudgeConfig = { ...config.judge, kind: kind as JudgeConfig['kind'] };
  const given = Array.isArray(flags['budget']) ? parseBudget(flags['budget'] as string[]) : {};
  const budget: Budget = { ...config.budget, ...given };
  const stage = await createJudgeStage({
    config: judgeConfig,
    embedder: config.embedder,
    repeats: chooseRepeats(flags, config.repeats),
    budget,
    prices: config.prices,
    sutModel: config.sut?.model,
    strictFamily: flags['strictFamily'] === true || config.strictFamily === true,
    cache: chooseCache(flags),
    recordTo: typeof flags['recordJudge'] === 'string' ? flags['recordJudge'] : undefined,
    store,
    env: context.env,
    seed,
    now: () => context.now(),
  });
  return { stage, allows: (estimate) => flags['yes'] === true || fitsBudget(estimate, budget) };
}
