import type { ObjectStore } from '@reportcard/object-store';
import { JudgeFailure } from '@reportcard/report-schema';
import { toAnswerEntry } from '../cache/answer-entry.ts';
import type { AnswerSource } from '../cache/answer-source.ts';
import { createRequestKey, createVectorKey } from '../cache/cache-key.ts';
import { encodeVectors } from '../cache/vector-codec.ts';
import type { VectorSource } from '../cache/vector-source.ts';
import type { StageSources } from '../stage/create-stage.ts';
import { formatRecording, type RecordingHead, readRecording } from './recording.ts';

type Lines = Map<string, Readonly<Record<string, unknown>>>;

/** What the budget or the user stopped is no answer worth replaying. */
function toFailureLine(key: string, error: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!(error instanceof JudgeFailure) || error.status === 'skipped') return undefined;
  const { calls = 0, prompt_tokens = 0, completion_tokens = 0 } = error.usage ?? {};
  const usage = { calls, prompt_tokens, completion_tokens };
  return { key, type: 'failure', code: error.score_code, message: error.message, usage };
}

function noteFailure(lines: Lines, key: string, error: unknown): void {
  const line = toFailureLine(key, error);
  if (line !== undefined) lines.set(key, line);
}

function recordAnswers(answers: AnswerSource, lines: Lines): AnswerSource {
  return {
    ...answers,
    async ask(request, onSpend) {
      const key = createRequestKey(request);
      try {
        const answer = await answers.ask(request, onSpend);
        // A recording is data that is checked in: without the time it was made at, equal answers have equal bytes.
        const { at: _at, ...entry } = toAnswerEntry(answer, '');
        lines.set(key, { key, type: 'answer', step: request.step, ...entry });
        return answer;
      } catch (error) {
        noteFailure(lines, key, error);
        throw error;
      }
    },
  };
}

function recordVectors(vectors: VectorSource, lines: Lines): VectorSource {
  return {
    ...vectors,
    async embed(texts, options) {
      const key = createVectorKey(null, texts);
      try {
        const found = await vectors.embed(texts, options);
        const { prompt_tokens } = found.usage;
        lines.set(key, { key, type: 'vectors', vectors: encodeVectors(found.vectors), prompt_tokens });
        return found;
      } catch (error) {
        noteFailure(lines, key, error);
        throw error;
      }
    },
  };
}

/**
 * Sources that also note every answer, cached ones too, and write the recording to `file` when they are closed. Lines of a
 * recording that is already there are kept.
 */
export function createRecordingSources(
  sources: StageSources,
  head: RecordingHead,
  store: ObjectStore,
  file: string,
): StageSources {
  const lines: Lines = new Map();
  return {
    answers: recordAnswers(sources.answers, lines),
    vectors: sources.vectors === null ? null : recordVectors(sources.vectors, lines),
    close: async () => {
      const known = (await store.exists(file)) ? (await readRecording(store.read(file), file)).lines : [];
      await store.put(file, formatRecording({ ...head, lines: new Map([...known, ...lines]) }));
      await sources.close?.();
    },
  };
}
