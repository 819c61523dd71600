import { createFailureRecords } from '@reportcard/failures';
import type { Artefact, Renderer, RenderInput } from '@reportcard/renderer-kit';
import { type FailureRecord, formatJsonLine } from '@reportcard/report-schema';

const HASH_LENGTH = 16;
const CHUNK_LENGTH = 64 * 1024;

function listFailures(input: RenderInput): readonly FailureRecord[] {
  const { scores, failures, records, evidence } = input;
  if (failures.length > 0 || scores.failures.n_failed === 0) return failures;
  return createFailureRecords(scores, { records, evidence });
}

/**
 * The lines of `failures.jsonl` in chunks of about 64 KiB, in the order of the failures: line n is failure n. Each line
 * carries the first 16 digits of the scores' hash.
 */
export function* formatFailures(failures: Iterable<FailureRecord>, scoresSha256: string): Generator<string> {
  const hash = scoresSha256.slice(0, HASH_LENGTH);
  let chunk = '';
  for (const failure of failures) {
    chunk += formatJsonLine({ ...failure, scores_sha256: hash });
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

/**
 * Renders `failures.jsonl`: one line a failed sample with all its causes in pipeline order. Without failures given, they
 * are told from the scores alone, with null for every text. No failure makes an empty file.
 */
export const jsonlRenderer: Renderer = {
  name: 'jsonl',
  apiVersion: 1,
  description: 'failures.jsonl: one line a failed sample, with all its causes',
  render(input: RenderInput): Iterable<Artefact> {
    const body: Iterable<string> = {
      [Symbol.iterator]: () => formatFailures(listFailures(input), input.scores_sha256),
    };
    return [{ path: 'failures.jsonl', media_type: 'application/x-ndjson; charset=utf-8', body }];
  },
};
