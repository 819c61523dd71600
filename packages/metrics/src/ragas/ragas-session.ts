import { JudgeFailure, type RunRecord } from '@reportcard/report-schema';
import type { MetricPolicies } from '../metric-policies.ts';
import { cosine } from './formulas.ts';
import { chooseLanguage, type PromptLanguage } from './language.ts';
import type { RagasMetric } from './ragas-state.ts';
import { decompose } from './steps/decompose.ts';
import type { JudgeStep } from './steps/judge-step.ts';

/** How a session reaches judge and embedder; scoring asks them, planning only notes what would be asked. */
export interface RagasPort {
  ask<Input, Output>(
    metric: RagasMetric,
    step: JudgeStep<Input, Output>,
    input: Input,
    context: { readonly language: PromptLanguage; readonly sampleIndex?: number | undefined },
  ): Promise<Output>;
  embed(metric: RagasMetric, texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

/** The statements of a text, with the guard for an empty decomposition applied. */
export interface Statements {
  readonly statements: readonly string[];
  readonly noncommittal: 0 | 1;
  readonly whole_text: boolean;
}

/** One record under judgement; what several metrics need of it is asked once. */
export interface RagasSession extends RagasPort {
  readonly policies: MetricPolicies;
  readonly question: string;
  readonly response: string;
  readonly reference: string;
  readonly contexts: readonly string[];
  readonly responseLanguage: PromptLanguage;
  readonly referenceLanguage: PromptLanguage;
  /** Decomposes the response; the first metric to ask is the one that pays. */
  decomposeResponse(metric: RagasMetric): Promise<Statements>;
  decomposeReference(metric: RagasMetric): Promise<Statements>;
}

/**
 * Guard of METRICS §2: only a noncommittal text may have no statements; any other stands as one statement, with the
 * question in front.
 */
function guardStatements(question: string, text: string, found: Omit<Statements, 'whole_text'>): Statements {
  if (found.statements.length > 0 || found.noncommittal === 1) return { ...found, whole_text: false };
  return { statements: [`${question} ${text}`.trim()], noncommittal: 0, whole_text: true };
}

/** Opens a session for a record whose metrics have to be judged. */
export function openSession(
  record: RunRecord,
  contexts: readonly string[],
  policies: MetricPolicies,
  port: RagasPort,
): RagasSession {
  const response = record.response?.answer ?? '';
  const reference = record.reference ?? '';
  const responseLanguage = chooseLanguage(response);
  const referenceLanguage = chooseLanguage(reference);
  const memo = new Map<string, Promise<Statements>>();
  const split = (metric: RagasMetric, text: string, language: PromptLanguage): Promise<Statements> => {
    const known = memo.get(text);
    if (known !== undefined) return known;
    const asked = port
      .ask(metric, decompose, { question: record.user_input, text }, { language })
      .then((found) => guardStatements(record.user_input, text, found));
    memo.set(text, asked);
    return asked;
  };
  return {
    ask: port.ask,
    embed: port.embed,
    policies,
    question: record.user_input,
    response,
    reference,
    contexts,
    responseLanguage,
    referenceLanguage,
    decomposeResponse: (metric) => split(metric, response, responseLanguage),
    decomposeReference: (metric) => split(metric, reference, referenceLanguage),
  };
}

/** Waits for all, then gives the values in order or throws the first failure by position. */
export async function settleAll<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** Cosine of two embeddings; a zero, non-finite or mismatched vector is an `embedding_error`, never a score. */
export function compareVectors(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  const value = a === undefined || b === undefined ? null : cosine(a, b);
  if (value !== null) return value;
  throw new JudgeFailure({
    code: 'embedding_error',
    message: 'an embedding is missing, zero, not finite or of another length',
  });
}
