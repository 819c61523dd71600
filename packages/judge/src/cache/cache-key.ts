import { canonicalJson, type JsonSchema, type JudgeRequest, sha256 } from '@reportcard/report-schema';
import type { MeteredJudge } from '../metered.ts';
import type { ModelIdentity } from '../model/chat-model.ts';

/** Folder of the cache within the workspace. */
export const CACHE_FOLDER = '.reportcard/cache';

/** What decides a judge's answer, so that equal keys have equal answers (METRICS §8.4). Holds no key and no header. */
export function createAnswerKey(
  judge: Pick<MeteredJudge, 'identity' | 'params'>,
  request: JudgeRequest<unknown>,
): string {
  const { temperature, ...params } = judge.params;
  return sha256(
    canonicalJson({
      kind: 'answer',
      ...judge.identity,
      params: { ...params, temperature: request.temperature ?? temperature },
      ...describeRequest(request),
    }),
  );
}

/** What of a request decides its answer, whoever is asked. */
export function createRequestKey(request: JudgeRequest<unknown>): string {
  return sha256(canonicalJson({ kind: 'request', ...describeRequest(request) }));
}

const SCHEMA_HASHES = new WeakMap<JsonSchema, string>();

/** Steps ask with the same few schemas every time. */
function hashSchema(schema: JsonSchema): string {
  const known = SCHEMA_HASHES.get(schema);
  if (known !== undefined) return known;
  const hash = sha256(canonicalJson(schema));
  SCHEMA_HASHES.set(schema, hash);
  return hash;
}

function describeRequest(request: JudgeRequest<unknown>): Readonly<Record<string, unknown>> {
  const { step, prompt_version, system, user, schema, sample_index, repeat } = request;
  return {
    step,
    prompt_version,
    schema_sha256: hashSchema(schema),
    inputs_sha256: sha256(`${system}\n\n${user}`),
    sample_index: sample_index ?? null,
    repeat,
  };
}

/**
 * What decides the vectors of a batch of texts. `origin` names the questions that texts of the batch were made by, if any:
 * batches of different origin are different ones even where a judge happens to write the same text twice, so that the
 * number of requests can be told before the first call.
 */
export function createVectorKey(
  identity: ModelIdentity | null,
  texts: readonly string[],
  origin: readonly string[] = [],
): string {
  return sha256(canonicalJson({ kind: 'vectors', ...identity, texts, origin: [...origin].sort() }));
}

/** Key of what has been found out about an endpoint: the rung it accepts, or that its embeddings can be used. */
export function createEndpointKey(kind: 'shape' | 'embedder-check', identity: ModelIdentity): string {
  return sha256(canonicalJson({ kind, ...identity }));
}

/** Place of an entry: `.reportcard/cache/<ab>/<key>.json`. */
export function cacheFile(key: string): string {
  return `${CACHE_FOLDER}/${key.slice(0, 2)}/${key}.json`;
}
