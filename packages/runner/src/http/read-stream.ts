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

/**
 * The query events of a stream. Rejects with `malformed_stream` for data that is no JSON, and with `incomplete_stream` where an
 * end is known to be missing.
 */
export async function* readStream(
  events: AsyncIterable<StreamEvent>,
  rules: StreamRules,
  needsEnd: boolean,
): AsyncGenerator<QueryEvent> {
  let ended = false;
  for await (const event of events) {
    const { type, payload } = openEvent(event, rules);
    const map = rules.maps.get(type) ?? rules.fallback;
    const isEnd =
      payload === undefined ? type === DONE || rules.end?.has(type) === true : rules.end?.has(type) === true;
    let told = false;
    if (payload !== undefined && map !== undefined) {
      for (const mapped of mapDelta(payload, map, rules.context)) {
        told ||= mapped.type === 'status';
        yield mapped;
      }
    }
    const status = type === 'message' || told ? undefined : findStatus(type, rules.context.statuses);
    if (status !== undefined) yield { type: 'status', status };
    ended ||= isEnd || (needsEnd && told);
    if (isEnd) return;
  }
  if (!ended && (needsEnd || rules.end !== null)) {
    throw new QueryFailure({
      message: 'the stream ended before the answer was complete',
      error_type: 'incomplete_stream',
      retryable: true,
    });
  }
}
