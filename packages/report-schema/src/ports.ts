import type { Case } from './case.ts';
import type { EvaluationScore } from './evaluation-report.ts';
import type { QueryResponse } from './query-response.ts';

/** JSON Schema of a judge's answer (the strict subset: all keys required, no additional ones). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Tokens and calls of a judge. */
export interface JudgeUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** True when the answer came from the cache and cost nothing now. */
  readonly cached: boolean;
  /** Requests sent for this answer, repairs and re-asks included. */
  readonly calls: number;
}

/** One question to a judge: prompt, and the form of the answer. */
export interface JudgeRequest<T> {
  /** Step name: decompose, verify, question, classify, useful. */
  readonly step: string;
  readonly prompt_version: string;
  readonly system: string;
  readonly user: string;
  readonly schema: JsonSchema;
  /** Turns the parsed answer into a value; throws an Error whose message goes into the repair turn. */
  check(value: unknown): T;
  readonly temperature?: number | undefined;
  /** Index of the sample among several asked with the same text (answer_relevancy asks three times). */
  readonly sample_index?: number | undefined;
  readonly repeat: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a judge answered to one request, checked against the form that was asked for, with its usage. */
export interface JudgeAnswer<T> {
  readonly value: T;
  readonly usage: JudgeUsage;
  readonly served_model?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** Rung of the format ladder that was used. */
  readonly format: string;
}

/** Grades. `ask` rejects with {@link JudgeFailure} when no usable answer can be had. */
export interface Judge {
  readonly id: string;
  readonly model: string;
  readonly families: readonly string[];
  ask<T>(request: JudgeRequest<T>): Promise<JudgeAnswer<T>>;
}

/** Embeds texts; one vector a text, all of one length. Rejects with {@link JudgeFailure}. */
export interface Embedder {
  readonly id: string;
  readonly model: string;
  embed(
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly usage: JudgeUsage }>;
}

/** No usable answer: becomes the status and code of a score, never stops a stage. */
export class JudgeFailure extends Error {
  readonly status: 'judge_error' | 'skipped';
  /** A code of METRICS §1.2. */
  readonly score_code: string;
  readonly usage: JudgeUsage | undefined;

  constructor(init: {
    message: string;
    code: string;
    status?: 'judge_error' | 'skipped';
    usage?: JudgeUsage | undefined;
    cause?: unknown;
  }) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'JudgeFailure';
    this.status = init.status ?? 'judge_error';
    this.score_code = init.code;
    this.usage = init.usage;
  }
}

/** What an evaluator gets: a case and the response to it. */
export interface EvaluatorInput {
  readonly case: Case;
  readonly query_mode: string;
  readonly response: QueryResponse;
}

/** Scores one case's response at recording time (Heta's evaluator). A rejection is kept as data beside the response. */
export interface Evaluator {
  readonly name: string;
  evaluate(input: EvaluatorInput): EvaluationScore[] | Promise<EvaluationScore[]>;
}
