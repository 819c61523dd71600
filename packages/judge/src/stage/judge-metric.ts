import { type JudgeTask, type MetricPolicies, scoreRagas } from '@reportcard/metrics';
import type { Embedder, EvidenceRecord, Fingerprint, Judge, MetricScore, TokenUsage } from '@reportcard/report-schema';
import { createRecord } from '@reportcard/report-schema';
import type { AnswerSource } from '../cache/answer-source.ts';
import type { VectorSource } from '../cache/vector-source.ts';
import type { Ledger } from '../ledger.ts';
import type { StoredAnswer } from '../metered.ts';
import { type AnswerNotes, createAnswerNotes } from './answer-notes.ts';
import type { JudgeFacts } from './judge-facts.ts';
import { combineRepeats, needsMore, type RepeatPlan } from './repeats.ts';

/** Everything judging a sample needs. */
export interface JudgingContext {
  readonly facts: JudgeFacts;
  readonly answers: AnswerSource;
  readonly vectors: VectorSource | null;
  readonly policies: MetricPolicies;
  readonly plan: RepeatPlan;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
  readonly fingerprint: (metric: string) => Fingerprint;
  /** Is told every answer as it comes. */
  readonly onAnswer: (answer: StoredAnswer<unknown>) => void;
}

/** One pass over one metric of a sample. */
interface Pass {
  readonly metric: string;
  readonly notes: AnswerNotes;
  /** Keys of the questions that were generated, for the embeddings made of them. */
  readonly origin: string[];
}

/** A judge as one metric sees it: what it pays is booked on that metric. */
function createMetricJudge(context: JudgingContext, { metric, notes, origin }: Pass): Judge {
  const { facts, answers, ledger, onAnswer } = context;
  return {
    id: facts.id,
    model: facts.model,
    families: [],
    async ask(request) {
      if (request.step === 'question') origin.push(answers.keyOf(request));
      const answer = await answers.ask(request, (spend) => ledger.spend(metric, spend));
      if (answer.usage.cached) ledger.noteCached(metric);
      notes.note(answer);
      onAnswer(answer);
      // Evidence tells what an answer cost, whoever paid when: equal answers have equal evidence.
      return { ...answer, usage: { ...answer.usage, cached: false } };
    },
  };
}

function createMetricEmbedder(context: JudgingContext, { metric, notes, origin }: Pass): Embedder | null {
  const { facts, vectors, ledger } = context;
  if (vectors === null || facts.embedder === null) return null;
  return {
    id: facts.embedder.id,
    model: facts.embedder.model,
    async embed(texts, signal) {
      const found = await vectors.embed(texts, {
        origin,
        signal,
        onSpend: (spend) => ledger.spend(metric, spend),
      });
      if (found.usage.cached) ledger.noteCached(metric);
      notes.noteDim(found.vectors[0]?.length ?? 0);
      return found;
    },
  };
}

function addUsage(scores: readonly MetricScore[]): TokenUsage | null {
  const known = scores.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  if (known.length === 0) return null;
  const sum = (read: (usage: TokenUsage) => number): number => known.reduce((total, usage) => total + read(usage), 0);
  return {
    calls: sum((usage) => usage.calls),
    cached: sum((usage) => usage.cached),
    prompt_tokens: sum((usage) => usage.prompt_tokens),
    completion_tokens: sum((usage) => usage.completion_tokens),
  };
}

async function runPasses(
  task: JudgeTask,
  metric: string,
  context: JudgingContext,
  notes: AnswerNotes,
): Promise<readonly MetricScore[]> {
  const { policies, plan, signal } = context;
  const runPass = async (repeat: number): Promise<MetricScore[]> => {
    const pass: Pass = { metric, notes, origin: [] };
    const judge = createMetricJudge(context, pass);
    const embedder = createMetricEmbedder(context, pass);
    return [...(await scoreRagas(task.record, [metric], { judge, embedder, policies, repeat, signal }))];
  };
  const runFrom = async (from: number, to: number): Promise<MetricScore[]> =>
    (await Promise.all(Array.from({ length: to - from }, (_, index) => runPass(from + index)))).flat();
  const scores = await runFrom(0, plan.min);
  return needsMore(plan, scores[0]) ? [...scores, ...(await runFrom(plan.min, plan.max))] : scores;
}

/** Judges one metric of one sample, as often as the plan says. Rejects only when the judge cannot be used at all. */
export async function judgeMetric(task: JudgeTask, metric: string, context: JudgingContext): Promise<EvidenceRecord> {
  const notes = createAnswerNotes();
  const scores = await runPasses(task, metric, context, notes);
  const { state, repeats, sd } = combineRepeats(context.plan, scores);
  const shown = scores.find(({ evidence }) => evidence !== undefined);
  const details = {
    ...(shown?.evidence as Record<string, unknown> | undefined),
    ...notes.details(context.facts.embedder),
  };
  return {
    sample_id: task.sample_id,
    metric,
    inputs_sha256: task.inputs_sha256,
    fingerprint: context.fingerprint(metric),
    value: state.value,
    status: state.status,
    code: state.code ?? null,
    decided_by: scores[0]?.decided_by ?? 'judge',
    repeats: [...repeats],
    sd,
    details: createRecord(Object.entries(details)),
    usage: addUsage(scores),
  };
}
