import { type FailureRecord, getOwn, type ScoresHead } from '@reportcard/report-schema';
import { cleanLine, cleanNullable } from '../escape/clean-text.ts';
import { clipText } from '../escape/clip-text.ts';
import { type NumberStyle, styleOf } from '../format/number-style.ts';
import { formatValue } from '../format/value.ts';
import { diagnose, metricLabel, parseReason, reasonLabelIn, sliceLabel } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';
import type { RenderInput } from '../render-input.ts';

/** One failed sample, ready to be shown. Texts are cleaned and cut to {@link CASE_TEXT_LIMIT} characters. */
export interface CaseView {
  readonly sample_id: string;
  readonly query_id: string;
  readonly query_mode: string;
  readonly intent_l1: string;
  readonly intent_l2: string;
  readonly difficulty: string | null;
  readonly final_status: string;
  readonly error: string | null;
  /** Null when only the scores are at hand. */
  readonly user_input: string | null;
  readonly reference: string | null;
  readonly answer: string | null;
  readonly expected: readonly string[] | null;
  /** Documents as they were ranked, each with whether it was expected. */
  readonly retrieved: readonly { readonly id: string; readonly hit: boolean }[] | null;
  readonly reasons: readonly { readonly id: string; readonly label: string; readonly value: string | null }[];
  /** What to do about it, in one sentence. */
  readonly diagnosis: string;
  /** Scores that exist, in report order. */
  readonly scores: readonly { readonly metric: string; readonly label: string; readonly text: string }[];
  /** Why the judge found fault, by metric. */
  readonly judge_reasons: readonly {
    readonly metric: string;
    readonly label: string;
    readonly whys: readonly string[];
  }[];
  readonly first_token_ms: number | null;
  readonly latency_ms: number | null;
  /** Path of the run file and the sample's physical line in it; null when the records are not at hand. */
  readonly run_line: { readonly path: string; readonly line: number } | null;
  /** The sample's line in `failures.jsonl`, from 1. */
  readonly failure_line: number;
}

/** Longest text of a case that a page shows. */
export const CASE_TEXT_LIMIT = 600;
/** Most cases a model holds. */
export const MOST_CASES = 50;

const QUALITY = ['answer_correctness', 'faithfulness', 'context_recall', 'recall@5'] as const;

function compareBadness(a: FailureRecord, b: FailureRecord): number {
  if (a.failure_reasons.length !== b.failure_reasons.length) return b.failure_reasons.length - a.failure_reasons.length;
  for (const metric of QUALITY) {
    const left = getOwn(a.scores, metric) ?? null;
    const right = getOwn(b.scores, metric) ?? null;
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
    } else if (left !== right) return left - right;
  }
  return 0;
}

function clip(text: string | null): string | null {
  const clean = cleanNullable(text);
  return clean === null ? null : clipText(clean, CASE_TEXT_LIMIT);
}

type NamedMetrics = readonly { readonly metric: string; readonly label: string; readonly style: NumberStyle }[];

function nameMetrics(scores: ScoresHead, messages: Messages): NamedMetrics {
  return Object.entries(scores.metrics).map(([metric, info]) => ({
    metric,
    label: metricLabel(messages, metric, info.label),
    style: styleOf(metric, info),
  }));
}

function listScores(failure: FailureRecord, metrics: NamedMetrics): CaseView['scores'] {
  return metrics.flatMap(({ metric, label, style }) => {
    const value = getOwn(failure.scores, metric) ?? null;
    return value === null ? [] : [{ metric, label, text: formatValue(value, style) }];
  });
}

function createCase(
  failure: FailureRecord,
  line: number,
  input: RenderInput,
  metrics: NamedMetrics,
  messages: Messages,
): CaseView {
  const record = input.records?.get(failure.sample_id);
  const runLine = input.records?.line(failure.sample_id);
  const expected = failure.reference_doc_ids;
  return {
    sample_id: failure.sample_id,
    query_id: failure.query_id,
    query_mode: failure.query_mode,
    intent_l1: sliceLabel(messages, failure.intent_l1 ?? ''),
    intent_l2: sliceLabel(messages, failure.intent_l2 ?? ''),
    difficulty: failure.difficulty === null ? null : cleanLine(failure.difficulty),
    final_status: failure.final_status,
    error: clip(failure.error),
    user_input: clip(failure.user_input),
    reference: clip(failure.reference),
    answer: clip(record === undefined ? failure.response_preview : (record.response?.answer ?? null)),
    expected: expected === null ? null : expected.map(cleanLine),
    retrieved:
      failure.retrieved_doc_ids?.map((id) => ({ id: cleanLine(id), hit: expected?.includes(id) === true })) ?? null,
    reasons: failure.failure_reasons.map((reason) => ({
      ...parseReason(reason),
      label: reasonLabelIn(messages, reason, input.scores),
    })),
    diagnosis: diagnose(messages, failure.failure_reasons),
    scores: listScores(failure, metrics),
    judge_reasons: Object.entries(failure.judge_reasons).map(([metric, whys]) => ({
      metric,
      label: metricLabel(messages, metric, getOwn(input.scores.metrics, metric)?.label),
      whys: whys.map((why) => clipText(cleanLine(why), CASE_TEXT_LIMIT)),
    })),
    first_token_ms: failure.first_token_ms,
    latency_ms: failure.latency_ms,
    run_line: input.records === undefined || runLine === undefined ? null : { path: input.records.path, line: runLine },
    failure_line: line,
  };
}

/**
 * The worst failed samples, at most {@link MOST_CASES}: those with most causes first, then by the lowest answer
 * correctness, faithfulness, context recall and recall@5, then in data-set order.
 */
export function createCases(input: RenderInput, messages: Messages): readonly CaseView[] {
  const metrics = nameMetrics(input.scores, messages);
  return input.failures
    .map((failure, index) => ({ failure, line: index + 1 }))
    .sort((a, b) => compareBadness(a.failure, b.failure))
    .slice(0, MOST_CASES)
    .map(({ failure, line }) => createCase(failure, line, input, metrics, messages));
}
