import type { Embedder, Judge } from '@reportcard/report-schema';
import { familiesOf } from '../families.ts';
import { type Recording, readRecording } from './recording.ts';
import { createReplayAnswers, createReplayVectors } from './replay.ts';

/** Judge and embedder that give recorded answers. */
export interface Replay {
  readonly judge: Judge;
  /** Null when the recording was made without an embedder. */
  readonly embedder: Embedder | null;
  readonly recording: Recording;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Judge and embedder out of a recording (the bytes of the file, or a stream of them), for tests and CI. `file` is the name
 * errors use. Questions the recording does not hold are `data` errors.
 */
export async function replay(source: Uint8Array | AsyncIterable<Uint8Array>, file = 'recording'): Promise<Replay> {
  const recording = await readRecording(source instanceof Uint8Array ? once(source) : source, file);
  const answers = createReplayAnswers(recording, file);
  const vectors = createReplayVectors(recording, file);
  const { model } = recording.judge;
  return {
    recording,
    judge: { id: 'replay', model, families: familiesOf(model), ask: (request) => answers.ask(request) },
    embedder:
      vectors === null || recording.embedder === null
        ? null
        : { id: 'replay', model: recording.embedder.model, embed: (texts) => vectors.embed(texts) },
  };
}
