import type { JsonSchema, JudgeRequest } from '@reportcard/report-schema';
import type { PromptLanguage } from '../language.ts';
import { type PromptName, promptVersion, systemText } from '../prompt-set.ts';

/** One kind of question to the judge. `Input` is what it gets, `Output` what its checked answer is. */
export interface JudgeStep<Input, Output> {
  /** Name in requests, cache keys and ledgers. */
  readonly step: string;
  readonly prompt: PromptName;
  /** Strict subset: every key required, no additional ones. */
  readonly schema: JsonSchema;
  readonly temperature?: number | undefined;
  /** The JSON object the judge reads. */
  readonly toMaterial: (input: Input) => unknown;
  /** Turns an answer into the output; throws with a message for the repair turn. */
  readonly check: (value: unknown, input: Input) => Output;
  /** An answer of the largest plausible size, for plans that ask nobody. */
  readonly standIn: (input: Input) => Output;
}

/** What of a request does not follow from step and input. */
export interface RequestContext {
  readonly language: PromptLanguage;
  readonly repeat: number;
  readonly signal?: AbortSignal | undefined;
  readonly sampleIndex?: number | undefined;
}

/** The request of a step: prompts in the language, the material as JSON, so that no text can pass for structure. */
export function createRequest<Input, Output>(
  step: JudgeStep<Input, Output>,
  input: Input,
  context: RequestContext,
): JudgeRequest<Output> {
  const { language, repeat, signal, sampleIndex } = context;
  return {
    step: step.step,
    prompt_version: promptVersion(step.prompt, language),
    system: systemText(step.prompt, language),
    user: JSON.stringify(step.toMaterial(input)),
    schema: step.schema,
    check: (value) => step.check(value, input),
    repeat,
    ...(step.temperature === undefined ? {} : { temperature: step.temperature }),
    ...(sampleIndex === undefined ? {} : { sample_index: sampleIndex }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Schema of an object whose keys are all required and the only ones. */
export function strictObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Schema of an array. */
export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** Any text. */
export const TEXT_SCHEMA: JsonSchema = { type: 'string' };
/** Number of an item, from 0. */
export const INDEX_SCHEMA: JsonSchema = { type: 'integer' };
/** 0 or 1. */
export const FLAG_SCHEMA: JsonSchema = { type: 'integer', enum: [0, 1] };

/** Texts with their numbers, as the judge reads them. */
export function numberTexts(texts: readonly string[]): { i: number; text: string }[] {
  return texts.map((text, i) => ({ i, text }));
}

/** A reason of the allowed length, for stand-in answers. */
export const STAND_IN_WHY = '依据不足，与材料不一致，无法推出该结论。';
