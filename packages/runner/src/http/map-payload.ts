import type { FinalStatus, QueryResponseInput, ResponseMap, Usage } from '@reportcard/report-schema';
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
/** Compiles a response map, with defaults for the parts of a result. Throws a `config` error. */
export function compileMap(map: ResponseMap, path: string): CompiledMap {
  const entries = Object.entries({ ...ITEM_DEFAULTS, ...map }).filter(
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

const USAGE_KEYS = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const;

/** Token counts, from the mapping or from a member `usage`; undefined when there are none. */
function mapUsage(payload: unknown, map: CompiledMap): Partial<Usage> | undefined {
  const own: unknown =
    payload !== null && typeof payload === 'object' && Object.hasOwn(payload, 'usage')
      ? Reflect.get(payload, 'usage')
      : undefined;
  const counts = USAGE_KEYS.map((key) => {
    const expression = map[key];
    if (expression !== undefined) return [key, numberOf(expression(payload))] as const;
    return [key, own !== null && typeof own === 'object' ? numberOf(Reflect.get(own, key)) : null] as const;
  });
  return counts.some(([, count]) => count !== null) ? Object.fromEntries(counts) : undefined;
}

function mapFacts(payload: unknown, map: CompiledMap, context: MapContext, out: QueryEvent[]): void {
  const intent = textOf(map.intent?.(payload), 'intent');
  if (intent !== undefined) out.push({ type: 'intent', intent });
  const metadata = map.metadata?.(payload);
  if (metadata !== undefined && typeof metadata === 'object' && !Array.isArray(metadata))
    out.push({ type: 'metadata', metadata: metadata as JsonObject });
  const usage = mapUsage(payload, map);
  if (usage !== undefined) out.push({ type: 'usage', usage });
  const message = textOf(map.message?.(payload), 'message');
  const word = textOf(map.status?.(payload), 'status');
  const status = word === undefined ? undefined : findStatus(word, context.statuses);
  if (status !== undefined) out.push({ type: 'status', status, message });
  else if (word !== undefined) out.push({ type: 'metadata', metadata: { unknown_status: word } });
  else if (message !== undefined) out.push({ type: 'status', status: 'error', message });
}

/** Appends the events of one piece of a stream: deltas first, then results and facts. */
export function mapDelta(payload: unknown, map: CompiledMap, context: MapContext, out: QueryEvent[]): void {
  const thinking = textOf(map.thinking?.(payload), 'thinking');
  if (thinking !== undefined) out.push({ type: 'thinking_delta', text: thinking });
  const answer = textOf(map.answer?.(payload), 'answer');
  if (answer !== undefined) out.push({ type: 'answer_delta', text: answer });
  const results = mapResults(map.results?.(payload), map, context);
  if (results !== undefined) out.push({ type: 'results', results });
  mapFacts(payload, map, context, out);
}

/** The events of a whole response. An answer in it has no first token. */
export function mapWhole(payload: unknown, map: CompiledMap, context: MapContext): QueryEvent[] {
  const out: QueryEvent[] = [{ type: 'not_recorded', fields: ['first_token'] }];
  const answer = textOf(map.answer?.(payload), 'answer');
  const results = mapResults(map.results?.(payload), map, context);
  if (answer !== undefined || results !== undefined)
    out.push({ type: 'final', response: { answer: answer ?? null, ...(results === undefined ? {} : { results }) } });
  mapFacts(payload, map, context, out);
  return out;
}
