import { type JudgeLedger, type JudgeStage, type MetricPolicies, RAGAS_METRICS, ragasState } from '@reportcard/metrics';
import { ReportcardError } from '@reportcard/report-schema';
import type { BudgetMeter } from '../budget/budget-meter.ts';
import type { AnswerSource } from '../cache/answer-source.ts';
import type { VectorSource } from '../cache/vector-source.ts';
import { shareFamily } from '../families.ts';
import { createLedger } from '../ledger.ts';
import type { StoredAnswer } from '../metered.ts';
import { createFingerprint } from './create-fingerprint.ts';
import { describeJudge, readServed } from './describe-judge.ts';
import { type CostFacts, estimateCost } from './estimate-cost.ts';
import type { JudgeFacts } from './judge-facts.ts';
import { judgeMetric } from './judge-metric.ts';
import { planTasks } from './plan-tasks.ts';
import { parseRepeats } from './repeats.ts';
import { scoreTasks } from './score-tasks.ts';

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

function createFamilyError(facts: JudgeFacts, model: string): ReportcardError {
  return new ReportcardError({
    code: 'config',
    path: 'judge.model',
    message: `judge ${model} and system under test ${facts.sutModel ?? ''} are of one model family`,
    hint: 'choose a judge of another family, or score without --strict-family',
  });
}

/** Throws a `config` error when judge and system under test are of one family and that is not allowed. */
export function checkFamily(facts: JudgeFacts, strict: boolean, model: string): void {
  if (strict && facts.sutModel !== null && shareFamily([model], [facts.sutModel]) === true)
    throw createFamilyError(facts, model);
}

/** A judge stage for the five RAGAS metrics over any sources of answers and vectors. */
export function createStage(parts: StageParts): CompleteJudgeStage {
  const { facts, seed, budget } = parts;
  const plan = parseRepeats(facts.repeats);
  const models = new Set<string>();
  let dim: number | null = null;
  checkFamily(facts, parts.strictFamily, facts.model);
  const describe = (): ReturnType<typeof describeJudge> => describeJudge(facts, { models, dim });
  const fingerprint = (metric: string, policies: MetricPolicies): ReturnType<typeof createFingerprint> =>
    createFingerprint(metric, policies, facts);
  const noteAnswer = ({ served_model }: StoredAnswer<unknown>): void => {
    if (served_model === undefined || models.has(served_model)) return;
    models.add(served_model);
    checkFamily(facts, parts.strictFamily, served_model);
  };

  const stage: CompleteJudgeStage = {
    get info() {
      return describe().info;
    },
    get embedder() {
      return describe().embedder;
    },
    get same_family() {
      return describe().same_family;
    },
    definitions: RAGAS_METRICS,
    fingerprint,
    stateOf: (record, metric, policies) =>
      ragasState(record, metric, policies, { judge: true, embedder: facts.embedder !== null }),
    describe: (evidence) => describeJudge(facts, readServed(evidence, facts)),
    async estimate(tasks, policies) {
      let oldest: string | null = null;
      const sources = parts.openSources((at) => {
        if (oldest === null || at < oldest) oldest = at;
      });
      const questions = await planTasks(tasks, { policies, plan, ...sources });
      return { ...estimateCost(questions, parts.costFacts()), oldest_cached_at: oldest };
    },
    async score(tasks, { policies, onEvidence, onProgress, signal }) {
      const ledger = createLedger(RAGAS_METRICS.map(({ id }) => id));
      const sources = parts.openSources();
      try {
        await scoreTasks(tasks, {
          concurrency: parts.concurrency,
          seed,
          signal,
          onProgress,
          onEvidence: async (evidence) => {
            const found = readServed([evidence], facts).dim;
            if (found !== null) dim = found;
            await onEvidence(evidence);
          },
          judge: (task, metric, inner) =>
            judgeMetric(task, metric, {
              facts,
              ...sources,
              policies,
              plan,
              ledger,
              signal: inner,
              fingerprint: (id) => fingerprint(id, policies),
              onAnswer: noteAnswer,
            }),
        });
      } finally {
        await sources.close?.();
      }
      return closeLedger(ledger, budget, describe());
    },
  };
  return stage;
}

function closeLedger(
  ledger: ReturnType<typeof createLedger>,
  budget: BudgetMeter,
  description: ReturnType<typeof describeJudge>,
): JudgeLedger {
  return {
    by_metric: ledger.byMetric(),
    calls: ledger.calls(),
    money: ledger.money(),
    budget_exhausted: budget.exhausted(),
    served_models: description.info.served_models,
    warnings: description.warnings,
  };
}
