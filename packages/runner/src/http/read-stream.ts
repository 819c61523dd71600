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

/** How long the rest of a body may take after the end of the answer; within it the connection can be used again. */
const REST_MS = 1000;

function readRest(batches: AsyncIterator<unknown>, abandon: () => void): void {
  const timer = setTimeout(abandon, REST_MS);
  timer.unref();
  const pump = async (): Promise<void> => {
    for (;;) if ((await batches.next()).done === true) return;
  };
  // The answer is complete: what goes wrong after it is no fault of it.
  pump()
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

/** How a stream is read. */
export interface StreamOptions {
  /** Whether an end must be seen even where the configuration names none. */
  readonly needsEnd: boolean;
  /** Drops the connection. */
  readonly abandon: () => void;
}

/**
 * The query events of a stream, those that came together in one list. Rejects with `malformed_stream` for data that is no JSON, and
 * with `incomplete_stream` where an end is known to be missing; what came before is given first.
 */
export async function* readStream(
  source: AsyncIterable<readonly StreamEvent[]>,
  rules: StreamRules,
  options: StreamOptions,
): AsyncGenerator<QueryEvent[]> {
  const state: StreamState = { complete: false, closed: false };
  const batches = source[Symbol.asyncIterator]();
  try {
    for (let batch = await batches.next(); batch.done !== true; batch = await batches.next()) {
      const { out, fault } = readBatch(batch.value, rules, options.needsEnd, state);
      if (out.length > 0) yield out;
      if (fault !== undefined) throw fault.error;
      if (state.closed) return;
    }
  } finally {
    if (state.closed) readRest(batches, options.abandon);
    else await batches.return?.();
  }
  if (state.complete || (!options.needsEnd && rules.end === null)) return;
  throw new QueryFailure({
    message: 'the stream ended before the answer was complete',
    error_type: 'incomplete_stream',
    retryable: true,
  });
}

interface ReadBatch {
  readonly out: QueryEvent[];
  readonly fault?: { readonly error: unknown };
}

function readBatch(
  batch: readonly StreamEvent[],
  rules: StreamRules,
  needsEnd: boolean,
  state: StreamState,
): ReadBatch {
  const out: QueryEvent[] = [];
  try {
    for (const event of batch) {
      readEvent(event, rules, needsEnd, state, out);
      if (state.closed) break;
    }
    return { out };
  } catch (error) {
    return { out, fault: { error } };
  }
}
