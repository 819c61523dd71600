import type { ObjectStore } from '@reportcard/object-store';
import { type Repeats, ReportcardError } from '@reportcard/report-schema';
import { createBudgetMeter } from '../budget/budget-meter.ts';
import { readRecording } from '../recording/recording.ts';
import { createReplayAnswers, createReplayVectors } from '../recording/replay.ts';
import { type CompleteJudgeStage, createStage } from './create-stage.ts';

export interface ReplayStageOptions {
  /** Key of the recording within the store. */
  readonly file: string | undefined;
  readonly store: ObjectStore;
  readonly repeats: Repeats;
  readonly sutModel: string | null;
  readonly strictFamily: boolean;
  readonly seed: string;
}

const IDENTITY = { host: 'replay', extra: {} };

/** A stage over recorded answers: costs nothing and gives the same scores every time. */
export async function createReplayStage(options: ReplayStageOptions): Promise<CompleteJudgeStage> {
  const { file, store, repeats, sutModel, strictFamily, seed } = options;
  if (file === undefined || !(await store.exists(file))) {
    throw new ReportcardError({
      code: 'config',
      path: 'judge.file',
      message: file === undefined ? 'no recording is named' : 'there is no such recording',
      got: file,
      expected: 'a recording of judge answers within the workspace',
    });
  }
  const recording = await readRecording(store.read(file), file);
  const { judge, embedder } = recording;
  return createStage({
    facts: {
      id: 'replay',
      model: judge.model,
      identity: { ...IDENTITY, model: judge.model },
      params: {},
      repeats,
      embedder:
        embedder === null
          ? null
          : { id: 'replay', model: embedder.model, identity: { ...IDENTITY, model: embedder.model } },
      sutModel,
    },
    concurrency: 1,
    seed,
    budget: createBudgetMeter(),
    strictFamily,
    openSources: () => ({
      answers: createReplayAnswers(recording, file),
      vectors: createReplayVectors(recording, file),
    }),
    costFacts: () => ({
      free: true,
      price: undefined,
      embedderPrice: undefined,
      rpm: undefined,
      tpm: undefined,
      retries: 0,
      concurrency: 1,
      embedderCheck: { needed: false, prompt_tokens: 0 },
    }),
  });
}
