import type { FinalStatus, QueryResponseInput, ResponseMap } from '@reportcard/report-schema';
import type { JsonObject, QueryEvent } from '../knowledge-base.ts';
import { QueryFailure } from '../query-failure.ts';
import { compileExpression, type Expression } from './expression.ts';
import { findStatus } from './response-status.ts';

type ResultInput = NonNullable<QueryResponseInput['results']>[number];
type MapKey = keyof ResponseMap;

/** A response map with its expressions compiled. */
export type CompiledMap = { readonly [Key in MapKey]?: Expression };

/** What mapping needs besides the expressions. */
export interface MapContext {
  /** The system's document ids to those of the data set. */
  readonly documentIds: ReadonlyMap<string, string>;
  readonly statuses: ReadonlyMap<string, FinalStatus>;
}

/** Expressions for the items of `results` where the configuration names none. */
const ITEM_DEFAULTS: ResponseMap = {
  result_id: 'id || chunk_id || document_id || doc_id',
  result_text: 'text || content',
  result_score: 'score',
  result_kind: 'kind',
  document_id: 'document_id || doc_id || source.document_id',
};
const USAGE_DEFAULTS: ResponseMap = {
  prompt_tokens: 'usage.prompt_tokens',
  completion_tokens: 'usage.completion_tokens',
  total_tokens: 'usage.total_tokens',
};

/** Compiles a response map, with defaults for the parts of a result and for the usage. Throws a `config` error. */
export function compileMap(map: ResponseMap, path: string): CompiledMap {
  const entries = Object.entries({ ...ITEM_DEFAULTS, ...USAGE_DEFAULTS, ...map }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries.map(([key, text]) => [key, compileExpression(text, `${path}.${key}`)]));
}

function textOf(value: unknown, what: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new QueryFailure({
    message: `the mapping of ${what} gave ${Array.isArray(value) ? 'a list' : 'an object'} instead of a text`,
    error_type: 'mapping_error',
  });
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function mapResult(item: unknown, index: number, map: CompiledMap, context: MapContext): ResultInput {
  if (typeof item === 'string' || typeof item === 'number') {
    const id = String(item);
    return { id, source: { document_id: context.documentIds.get(id) ?? id } };
  }
  const systemId = textOf(map.document_id?.(item), 'document_id');
  const id = textOf(map.result_id?.(item), 'result_id') ?? systemId ?? `result_${index + 1}`;
  const known = systemId === undefined ? undefined : context.documentIds.get(systemId);
  const source =
    systemId === undefined
      ? {}
      : {
          document_id: known ?? systemId,
          ...(known === undefined || known === systemId ? {} : { system_document_id: systemId }),
        };
  return {
    id,
    text: textOf(map.result_text?.(item), 'result_text') ?? null,
    score: numberOf(map.result_score?.(item)),
    kind: textOf(map.result_kind?.(item), 'result_kind') ?? null,
    source,
  };
}

function mapResults(value: unknown, map: CompiledMap, context: MapContext): ResultInput[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value))
    throw new QueryFailure({ message: 'the mapping of results gave no list', error_type: 'mapping_error' });
  return value.map((item: unknown, index) => mapResult(item, index, map, context));
}

function* mapFacts(payload: unknown, map: CompiledMap, context: MapContext): Generator<QueryEvent> {
  const intent = textOf(map.intent?.(payload), 'intent');
  if (intent !== undefined) yield { type: 'intent', intent };
  const metadata = map.metadata?.(payload);
  if (metadata !== undefined && typeof metadata === 'object' && !Array.isArray(metadata))
    yield { type: 'metadata', metadata: metadata as JsonObject };
  const usage = {
    prompt_tokens: numberOf(map.prompt_tokens?.(payload)),
    completion_tokens: numberOf(map.completion_tokens?.(payload)),
    total_tokens: numberOf(map.total_tokens?.(payload)),
  };
  if (Object.values(usage).some((count) => count !== null)) yield { type: 'usage', usage };
  const message = textOf(map.message?.(payload), 'message');
  const word = textOf(map.status?.(payload), 'status');
  const status = word === undefined ? undefined : findStatus(word, context.statuses);
  if (status !== undefined) yield { type: 'status', status, message };
  else if (word !== undefined) yield { type: 'metadata', metadata: { unknown_status: word } };
  else if (message !== undefined && map.message !== undefined) yield { type: 'status', status: 'error', message };
}

/** The events of one piece of a stream: deltas first, then results and facts. */
export function* mapDelta(payload: unknown, map: CompiledMap, context: MapContext): Generator<QueryEvent> {
  const thinking = textOf(map.thinking?.(payload), 'thinking');
  if (thinking !== undefined) yield { type: 'thinking_delta', text: thinking };
  const answer = textOf(map.answer?.(payload), 'answer');
  if (answer !== undefined) yield { type: 'answer_delta', text: answer };
  const results = mapResults(map.results?.(payload), map, context);
  if (results !== undefined) yield { type: 'results', results };
  yield* mapFacts(payload, map, context);
}

/** The events of a whole response. An answer in it has no first token. */
export function* mapWhole(payload: unknown, map: CompiledMap, context: MapContext): Generator<QueryEvent> {
  const answer = textOf(map.answer?.(payload), 'answer');
  const results = mapResults(map.results?.(payload), map, context);
  if (answer !== undefined || results !== undefined)
    yield { type: 'final', response: { answer: answer ?? null, ...(results === undefined ? {} : { results }) } };
  yield* mapFacts(payload, map, context);
}
