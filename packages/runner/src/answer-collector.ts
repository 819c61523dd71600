import {
  createRecord,
  type FinalStatus,
  type NotRecorded,
  type QueryResponse,
  type QueryResponseInput,
  QueryResponseSchema,
  type Usage,
  UsageSchema,
} from '@reportcard/report-schema';
import type { QueryEvent } from './knowledge-base.ts';
import { QueryFailure } from './query-failure.ts';

/** What has arrived of one answer. */
export interface CollectedAnswer {
  /** Null when nothing but thinking has arrived. */
  response: QueryResponse | null;
  /** Time of the first non-empty answer delta on the monotonic clock; null when there was none. */
  first_token_at: number | null;
  intent: string | null;
  intent_seen: boolean;
  usage: Usage | null;
  status: FinalStatus | null;
  status_message: string | null;
  not_recorded: readonly NotRecorded[];
  /** Milliseconds that were not the system's own. */
  preparation_ms: number;
}

/** Gathers events into an answer. */
export interface AnswerCollector {
  add(event: QueryEvent): void;
  /** Takes a whole response; its fields win over what was streamed. */
  addResponse(response: QueryResponseInput): void;
  /** Throws a QueryFailure `invalid_response` when what arrived is no QueryResponse. */
  finish(): CollectedAnswer;
  /** What can be kept when `finish` throws: the answer's text, the times, the intent, the usage. */
  rescue(): CollectedAnswer;
}

function parseResponse(input: QueryResponseInput): QueryResponse {
  const result = QueryResponseSchema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue === undefined ? '' : ` at ${issue.path.map(String).join('.')}: ${issue.message}`;
  throw new QueryFailure({ message: `the answer is no query response${place}`, error_type: 'invalid_response' });
}

function parseUsage(input: Partial<Usage>): Usage | null {
  const result = UsageSchema.safeParse(input);
  return result.success ? result.data : null;
}

/** An empty collector for an answer under `mode`. `monotonic` is read once, at the first non-empty answer delta. */
export function createAnswerCollector(mode: string, monotonic: () => number): AnswerCollector {
  let whole: QueryResponseInput = {};
  const deltas: string[] = [];
  const trace: NonNullable<QueryResponseInput['trace']> = [];
  const metadata = createRecord<unknown>();
  let touched = false;
  const state: Omit<CollectedAnswer, 'response'> = {
    first_token_at: null,
    intent: null,
    intent_seen: false,
    usage: null,
    status: null,
    status_message: null,
    not_recorded: [],
    preparation_ms: 0,
  };

  const reactions: { readonly [Type in QueryEvent['type']]: (event: Extract<QueryEvent, { type: Type }>) => void } = {
    answer_delta({ text }) {
      if (text !== '') state.first_token_at ??= monotonic();
      deltas.push(text);
      touched = true;
    },
    thinking_delta() {},
    results({ results }) {
      whole = { ...whole, results };
      touched = true;
    },
    citations({ citations }) {
      whole = { ...whole, citations };
      touched = true;
    },
    trace({ step }) {
      trace.push(step);
    },
    metadata(event) {
      for (const [key, value] of Object.entries(event.metadata)) metadata[key] = value;
    },
    intent({ intent }) {
      state.intent = intent;
      state.intent_seen = true;
    },
    usage({ usage }) {
      state.usage = parseUsage(usage);
    },
    status({ status, message }) {
      state.status = status;
      state.status_message = message ?? null;
      touched ||= status === 'success' || status === 'refused';
    },
    not_recorded({ fields }) {
      state.not_recorded = [...state.not_recorded, ...fields];
    },
    preparation({ milliseconds }) {
      state.preparation_ms += milliseconds;
    },
    final({ response }) {
      addResponse(response);
    },
  };

  function addResponse(response: QueryResponseInput): void {
    whole = { ...whole, ...response };
    touched = true;
  }

  function answerText(): string | null {
    if (typeof whole.answer === 'string') return whole.answer;
    return deltas.length > 0 ? deltas.join('') : null;
  }

  return {
    add(event) {
      const react = Object.hasOwn(reactions, event.type)
        ? (reactions[event.type] as (event: QueryEvent) => void)
        : undefined;
      if (react === undefined)
        throw new QueryFailure({ message: `unknown event ${JSON.stringify(event.type)}`, error_type: 'invalid_event' });
      react(event);
    },
    addResponse,
    finish() {
      if (!touched) return { ...state, response: null };
      const merged = {
        ...whole,
        mode: whole.mode ?? mode,
        answer: whole.answer ?? answerText(),
        trace: [...trace, ...(whole.trace ?? [])],
        metadata: { ...metadata, ...(whole.metadata as object | undefined) },
      };
      return { ...state, response: parseResponse(merged) };
    },
    rescue() {
      const answer = answerText();
      return {
        ...state,
        response: answer === null ? null : { mode, results: [], answer, citations: [], trace: [], metadata: {} },
      };
    },
  };
}
