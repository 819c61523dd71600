import { JudgeFailure, type JudgeRequest, type JudgeUsage, ReportcardError } from '@reportcard/report-schema';
import { readAnswerEntry } from '../cache/answer-entry.ts';
import type { AnswerSource } from '../cache/answer-source.ts';
import { createRequestKey, createVectorKey } from '../cache/cache-key.ts';
import { decodeVectors } from '../cache/vector-codec.ts';
import type { VectorSource } from '../cache/vector-source.ts';
import type { StoredAnswer } from '../metered.ts';
import type { Recording } from './recording.ts';

type Line = Readonly<Record<string, unknown>>;

function createMiss(what: string, file: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    message: `the recording has no answer for this ${what}`,
    hint: 'samples, prompts or repeats have changed since: record the answers again',
  });
}

function readUsage(line: Line): JudgeUsage {
  const usage = (line['usage'] ?? {}) as Partial<JudgeUsage>;
  const { calls = 0, prompt_tokens = 0, completion_tokens = 0 } = usage;
  return { calls, prompt_tokens, completion_tokens, cached: true };
}

function throwFailure(line: Line): void {
  if (line['type'] !== 'failure') return;
  throw new JudgeFailure({
    code: String(line['code']),
    message: String(line['message']),
    usage: { ...readUsage(line), cached: false },
  });
}

/** Answers out of a recording. A question it does not hold is a `data` error; recorded failures fail again. */
export function createReplayAnswers(recording: Recording, file: string): AnswerSource {
  const find = <T>(request: JudgeRequest<T>): StoredAnswer<T> | undefined => {
    const line = recording.lines.get(createRequestKey(request));
    return line === undefined ? undefined : readAnswerEntry(line, request);
  };
  return {
    keyOf: createRequestKey,
    peek: async (request) => find(request),
    async ask(request) {
      const line = recording.lines.get(createRequestKey(request));
      if (line !== undefined) throwFailure(line);
      const answer = find(request);
      if (answer === undefined) throw createMiss(`question (${request.step})`, file);
      return answer;
    },
  };
}

/** Vectors out of a recording; null when it was made without an embedder. */
export function createReplayVectors(recording: Recording, file: string): VectorSource | null {
  if (recording.embedder === null) return null;
  const find = (texts: readonly string[]): Awaited<ReturnType<VectorSource['peek']>> => {
    const line = recording.lines.get(createVectorKey(null, texts));
    const vectors = line === undefined ? null : decodeVectors(line['vectors']);
    if (line === undefined || vectors === null) return undefined;
    const prompt_tokens = typeof line['prompt_tokens'] === 'number' ? line['prompt_tokens'] : 0;
    return { vectors, usage: { calls: 1, prompt_tokens, completion_tokens: 0, cached: true } };
  };
  return {
    keyOf: (texts) => createVectorKey(null, texts),
    peek: async (texts) => find(texts),
    async embed(texts) {
      const line = recording.lines.get(createVectorKey(null, texts));
      if (line !== undefined) throwFailure(line);
      const found = find(texts);
      if (found === undefined) throw createMiss('embedding', file);
      return found;
    },
  };
}
