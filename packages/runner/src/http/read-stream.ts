import type { HttpTarget } from '@reportcard/report-schema';
import type { QueryEvent } from '../knowledge-base.ts';
import { QueryFailure } from '../query-failure.ts';
import { OPENAI_MAP, STREAM_MAP, TEXT_MAP } from './default-maps.ts';
import { compileExpression, type Expression } from './expression.ts';
import { type CompiledMap, compileMap, type MapContext, mapDelta } from './map-payload.ts';
import { parsePayload } from './parse-payload.ts';
import { findStatus } from './response-status.ts';
import type { StreamEvent } from './stream-events.ts';

type ChatConfig = HttpTarget['chat'];

/** How the events of a stream are read. */
export interface StreamRules {
  readonly maps: ReadonlyMap<string, CompiledMap>;
  readonly fallback: CompiledMap | undefined;
  readonly typeOf: Expression | undefined;
  readonly text: boolean;
  readonly end: ReadonlySet<string> | null;
  readonly context: MapContext;
}

/** Checks a streamed chat interface. Throws a `config` error. */
export function compileRules(chat: ChatConfig, openai: boolean, context: MapContext): StreamRules {
  const text = chat.data === 'text';
  const defaults = openai ? OPENAI_MAP : text ? TEXT_MAP : STREAM_MAP;
  const single = openai ? { ...defaults, ...chat.map } : (chat.map ?? defaults);
  const maps = new Map(
    Object.entries(chat.events ?? {}).map(
      ([type, map]) => [type, compileMap(map, `target.chat.events.${type}`)] as const,
    ),
  );
  const fallback = chat.events === undefined ? compileMap(single, 'target.chat.map') : maps.get('*');
  const typeOf = chat.eventPath === undefined ? undefined : compileExpression(chat.eventPath, 'target.chat.eventPath');
  return { maps, fallback, typeOf, text, end: chat.end === undefined ? null : new Set(chat.end), context };
}

const DONE = '[DONE]';

/** Type and payload of an event; a payload of undefined says that it is only a marker. */
function openEvent(event: StreamEvent, rules: StreamRules): { readonly type: string; readonly payload: unknown } {
  const marker = event.data.trim();
  if (marker === DONE || rules.end?.has(marker) === true) return { type: marker, payload: undefined };
  if (rules.text) return { type: event.type, payload: event.data };
  const isMapped = rules.typeOf !== undefined || rules.maps.has(event.type) || rules.fallback !== undefined;
  if (!isMapped) return { type: event.type, payload: undefined };
  const payload = parsePayload(event.data, `the data of an event ${JSON.stringify(event.type)}`, 'malformed_stream');
  const type = rules.typeOf?.(payload);
  return { type: typeof type === 'string' ? type : event.type, payload };
}

interface StreamState {
  /** The answer is known to be complete. */
  complete: boolean;
  /** Nothing more is read. */
  closed: boolean;
}

/** Appends the query events of one stream event to `out`. */
function readEvent(
  event: StreamEvent,
  rules: StreamRules,
  needsEnd: boolean,
  state: StreamState,
  out: QueryEvent[],
): void {
  const { type, payload } = openEvent(event, rules);
  const map = rules.maps.get(type) ?? rules.fallback;
  const before = out.length;
  if (payload !== undefined && map !== undefined) mapDelta(payload, map, rules.context, out);
  const told = out.slice(before).some((mapped) => mapped.type === 'status');
  const status = type === 'message' || told ? undefined : findStatus(type, rules.context.statuses);
  if (status !== undefined) out.push({ type: 'status', status });
  state.closed = rules.end?.has(type) === true || (payload === undefined && type === DONE);
  state.complete ||= state.closed || (needsEnd && told);
}

/**
 * The query events of a stream, those that came together in one list. Rejects with `malformed_stream` for data that is no JSON, and
 * with `incomplete_stream` where an end is known to be missing; what came before is given first.
 */
export async function* readStream(
  batches: AsyncIterable<readonly StreamEvent[]>,
  rules: StreamRules,
  needsEnd: boolean,
): AsyncGenerator<QueryEvent[]> {
  const state: StreamState = { complete: false, closed: false };
  for await (const batch of batches) {
    const out: QueryEvent[] = [];
    let fault: { readonly error: unknown } | undefined;
    try {
      for (const event of batch) {
        readEvent(event, rules, needsEnd, state, out);
        if (state.closed) break;
      }
    } catch (error) {
      fault = { error };
    }
    if (out.length > 0) yield out;
    if (fault !== undefined) throw fault.error;
    if (state.closed) return;
  }
  if (state.complete || (!needsEnd && rules.end === null)) return;
  throw new QueryFailure({
    message: 'the stream ended before the answer was complete',
    error_type: 'incomplete_stream',
    retryable: true,
  });
}
