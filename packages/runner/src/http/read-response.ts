import { type HttpTarget, ReportcardError } from '@reportcard/report-schema';
import type { QueryEvent } from '../knowledge-base.ts';
import { QueryFailure } from '../query-failure.ts';
import { OPENAI_MAP, OPENAI_WHOLE_MAP, TEXT_MAP, WHOLE_MAP } from './default-maps.ts';
import { type CompiledMap, compileMap, type MapContext, mapWhole } from './map-payload.ts';
import { parsePayload } from './parse-payload.ts';
import { type BodyOptions, readBody } from './read-body.ts';
import { compileRules, readStream, type StreamOptions } from './read-stream.ts';
import { readLineEvents, readSseEvents } from './stream-events.ts';

type ChatConfig = HttpTarget['chat'];
type Form = 'json' | 'sse' | 'jsonl';

/** A chat interface's answer form, checked. */
export interface ResponseReader {
  /** Whether the form has no first token, whatever arrives. */
  readonly wholeOnly: boolean;
  /** Keys that some mapping fills. */
  readonly mapped: ReadonlySet<string>;
  read(
    response: Response,
    options: Omit<BodyOptions, 'maxBytes'> & Pick<StreamOptions, 'abandon'>,
  ): AsyncGenerator<QueryEvent[]>;
}

/** Content types a form may come in; none at all is accepted too. */
const CONTENT_TYPES: Readonly<Record<Form, RegExp>> = {
  json: /json|^text\/plain/i,
  sse: /^text\/event-stream|^text\/plain/i,
  jsonl: /json|^text\/plain|octet-stream/i,
};

function detectForm(response: Response): Form {
  const type = response.headers.get('content-type') ?? '';
  if (/^text\/event-stream/i.test(type)) return 'sse';
  if (/ndjson|jsonl|jsonlines|json-seq/i.test(type)) return 'jsonl';
  return 'json';
}

/** The form an answer is read in. An OpenAI-compatible service that does not stream answers with one JSON object. */
function formOf(response: Response, declared: NonNullable<ChatConfig['response']>): Form {
  if (declared === 'auto') return detectForm(response);
  if (declared !== 'openai-chat') return declared;
  return /json/i.test(response.headers.get('content-type') ?? '') ? 'json' : 'sse';
}

function requireContentType(response: Response, form: Form, label: string): void {
  const type = response.headers.get('content-type');
  if (type === null || CONTENT_TYPES[form].test(type)) return;
  throw new QueryFailure({
    message: `the answer comes as ${type} where ${form} was expected (${label})`,
    error_type: 'wrong_content_type',
    metadata: { content_type: type },
  });
}

async function* readWhole(
  texts: AsyncIterable<string>,
  map: CompiledMap,
  context: MapContext,
): AsyncGenerator<QueryEvent[]> {
  const parts: string[] = [];
  for await (const text of texts) parts.push(text);
  yield mapWhole(parsePayload(parts.join(''), 'the answer', 'malformed_response'), map, context);
}

function mappedKeys(chat: ChatConfig, openai: boolean): ReadonlySet<string> {
  const chosen =
    chat.events !== undefined
      ? Object.values(chat.events)
      : [openai ? { ...OPENAI_MAP, ...chat.map } : (chat.map ?? (chat.data === 'text' ? TEXT_MAP : WHOLE_MAP))];
  return new Set(
    chosen.flatMap((map) => Object.entries(map).flatMap(([key, text]) => (text === undefined ? [] : [key]))),
  );
}

/** Checks how a chat interface answers. Throws a `config` error for an expression that is none. */
export function compileReader(chat: ChatConfig, context: MapContext): ResponseReader {
  const declared = chat.response ?? 'auto';
  const openai = declared === 'openai-chat';
  if (chat.map !== undefined && chat.events !== undefined) {
    throw new ReportcardError({
      code: 'config',
      path: 'target.chat',
      message: 'map and events exclude each other',
      hint: 'give the mapping of all other events as events["*"]',
    });
  }
  const rules = compileRules(chat, openai, context);
  const wholeMap = compileMap(
    openai ? { ...OPENAI_WHOLE_MAP, ...chat.map } : (chat.map ?? WHOLE_MAP),
    'target.chat.map',
  );
  return {
    wholeOnly: declared === 'json',
    mapped: mappedKeys(chat, openai),
    read(response, options) {
      const form = formOf(response, declared);
      requireContentType(response, form, options.label);
      const texts = readBody(response, { ...options, maxBytes: chat.maxBytes ?? 50 * 1024 * 1024 });
      if (form === 'json') return readWhole(texts, wholeMap, context);
      return readStream(form === 'sse' ? readSseEvents(texts) : readLineEvents(texts), rules, {
        needsEnd: openai,
        abandon: options.abandon,
      });
    },
  };
}
