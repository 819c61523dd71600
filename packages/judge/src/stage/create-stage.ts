import {
  type JudgeEstimate,
  type JudgeLedger,
  type JudgeStage,
  type JudgeTask,
  type MetricPolicies,
  RAGAS_METRICS,
  ragasState,
} from '@reportcard/metrics';
import type { BudgetMeter } from '../budget/budget-meter.ts';
import type { AnswerSource } from '../cache/answer-source.ts';
import type { VectorSource } from '../cache/vector-source.ts';
import { createLedger } from '../ledger.ts';
import { checkFamily } from './check-family.ts';
import { createFingerprint } from './create-fingerprint.ts';
import { describeJudge, readServed } from './describe-judge.ts';
import { type CostFacts, estimateCost } from './estimate-cost.ts';
import type { JudgeFacts } from './judge-facts.ts';
import { judgeMetric } from './judge-metric.ts';
import { planTasks } from './plan-tasks.ts';
import { parseRepeats, type RepeatPlan } from './repeats.ts';
import { scoreTasks } from './score-tasks.ts';
import { createServedNotes, type ServedNotes } from './served-notes.ts';

/** A judge stage with everything the port leaves optional. */
export type CompleteJudgeStage = JudgeStage & Required<Pick<JudgeStage, 'stateOf' | 'describe'>>;

/** Sources of one scoring. */
export interface StageSources {
  readonly answers: AnswerSource;
  readonly vectors: VectorSource | null;
  /** Called when the scoring ends, however it ends. */
  readonly close?: (() => Promise<void>) | undefined;
}

export interface StageParts {
  readonly facts: JudgeFacts;
  /** Samples under way at once. */
  readonly concurrency: number;
  readonly seed: string;
  readonly budget: BudgetMeter;
  readonly strictFamily: boolean;
  /** Opens the sources for one estimate or scoring. `onEntry` is told the age of cached answers. */
  readonly openSources: (onEntry?: (at: string) => void) => StageSources;
  readonly costFacts: () => CostFacts;
}

async function estimateTasks(
  parts: StageParts,
  plan: RepeatPlan,
  tasks: readonly JudgeTask[],
  policies: MetricPolicies,
): Promise<JudgeEstimate> {
  let oldest: string | null = null;
  const sources = parts.openSources((at) => {
    if (oldest === null || at < oldest) oldest = at;
  });
  const questions = await planTasks(tasks, { policies, plan, ...sources });
  return { ...estimateCost(questions, parts.costFacts()), oldest_cached_at: oldest };
}

type ScoreOptions = Parameters<JudgeStage['score']>[1];

async function runTasks(
  parts: StageParts,
  plan: RepeatPlan,
  notes: ServedNotes,
  tasks: readonly JudgeTask[],
  { policies, onEvidence, onProgress, signal }: ScoreOptions,
): Promise<JudgeLedger> {
  const { facts, budget, concurrency, seed } = parts;
  const ledger = createLedger(RAGAS_METRICS.map(({ id }) => id));
  const { close, ...sources } = parts.openSources();
  const fingerprint = (metric: string): ReturnType<typeof createFingerprint> =>
    createFingerprint(metric, policies, facts);
  const shared = { facts, ...sources, policies, plan, ledger, fingerprint, onAnswer: notes.noteAnswer };
  try {
    await scoreTasks(tasks, {
      concurrency,
      seed,
      signal,
      onProgress,
      onEvidence: async (evidence) => {
        notes.noteEvidence(evidence);
        await onEvidence(evidence);
      },
      judge: (task, metric, inner) => judgeMetric(task, metric, { ...shared, signal: inner }),
    });
  } finally {
    await close?.();
  }
  const { info, warnings } = describeJudge(facts, notes.served());
  return {
    by_metric: ledger.byMetric(),
    calls: ledger.calls(),
    money: ledger.money(),
    budget_exhausted: budget.exhausted(),
    served_models: info.served_models,
    warnings,
  };
}

/**
 * A judge stage for the five RAGAS metrics over any sources of answers and vectors. Throws a `config` error when judge and
 * system under test are of one family and that is not allowed.
 */
export function createStage(parts: StageParts): CompleteJudgeStage {
  const { facts, strictFamily } = parts;
  const plan = parseRepeats(facts.repeats);
  checkFamily(facts, strictFamily, facts.model);
  const notes = createServedNotes(facts, strictFamily);
  return {
    get info() {
      return describeJudge(facts, notes.served()).info;
    },
    get embedder() {
      return describeJudge(facts, notes.served()).embedder;
    },
    get same_family() {
      return describeJudge(facts, notes.served()).same_family;
    },
    definitions: RAGAS_METRICS,
    fingerprint: (metric, policies) => createFingerprint(metric, policies, facts),
    stateOf: (record, metric, policies) =>
      ragasState(record, metric, policies, { judge: true, embedder: facts.embedder !== null }),
    describe: (evidence) => describeJudge(facts, readServed(evidence, facts)),
    estimate: (tasks, policies) => estimateTasks(parts, plan, tasks, policies),
    score: (tasks, options) => runTasks(parts, plan, notes, tasks, options),
  };
}
