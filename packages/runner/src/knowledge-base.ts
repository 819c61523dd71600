import type { ObjectStore } from '@reportcard/object-store';
import type { Case, FinalStatus, NotRecorded, QueryResponseInput, Usage } from '@reportcard/report-schema';

/** A free JSON object. */
export type JsonObject = Record<string, unknown>;

/** How a question is put to a knowledge base. */
export interface QueryOptions {
  /** Query mode, such as `vector_search`; `default` where there is only one. */
  readonly mode: string;
  /** How many results are wanted; undefined leaves it to the knowledge base. */
  readonly top_k?: number | undefined;
  /** Free options of the system under test. */
  readonly options: JsonObject;
  /** Asks for `trace` steps. */
  readonly trace: boolean;
  /** Aborted on time-out and on interruption. A knowledge base that listens frees its resources; one that does not is left behind. */
  readonly signal: AbortSignal;
  /** The question's case, for targets that send more than its text (labels, a conversation in `metadata`). */
  readonly case: Case;
}

/**
 * One piece of a streamed answer. `answer_delta` is text of the answer: the first that is not empty stops the first-token
 * clock; `thinking_delta` never does and is not kept. Later `results`, `citations`, `intent`, `usage` and `status` replace
 * earlier ones, `metadata` is merged, `trace` steps add up. `final` brings a whole response: its fields win over what
 * was streamed, except that an answer it leaves out stays the streamed one. `not_recorded` adds to what the knowledge base
 * cannot tell. `preparation` is time already spent that is not the system's own (a login): it is taken off both times.
 */
export type QueryEvent =
  | { readonly type: 'answer_delta'; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly text: string }
  | { readonly type: 'results'; readonly results: NonNullable<QueryResponseInput['results']> }
  | { readonly type: 'citations'; readonly citations: NonNullable<QueryResponseInput['citations']> }
  | { readonly type: 'trace'; readonly step: NonNullable<QueryResponseInput['trace']>[number] }
  | { readonly type: 'metadata'; readonly metadata: JsonObject }
  | { readonly type: 'intent'; readonly intent: string | null }
  | { readonly type: 'usage'; readonly usage: Partial<Usage> }
  | { readonly type: 'status'; readonly status: FinalStatus; readonly message?: string | undefined }
  | { readonly type: 'not_recorded'; readonly fields: readonly NotRecorded[] }
  | { readonly type: 'preparation'; readonly milliseconds: number }
  | { readonly type: 'final'; readonly response: QueryResponseInput };

/** A stream of events; a list of events stands for all of them, arrived at the same time. */
export type QueryStream = AsyncIterable<QueryEvent | readonly QueryEvent[]>;

/** What `query` gives: a whole response, a promise of one, or a stream of events. */
export type QueryAnswer = QueryResponseInput | Promise<QueryResponseInput> | QueryStream;

/**
 * The system under test, ready to be asked. `query` may throw anything: a `QueryFailure` says more precisely what
 * happened. What throws becomes data in the run record, never the end of the run.
 */
export interface KnowledgeBase {
  readonly name: string;
  /** What it is made of (Heta's knowledge-base manifest); kept in the run's meta file. No secrets. */
  manifest(): JsonObject;
  query(question: string, options: QueryOptions): QueryAnswer;
  /** The second-level intent the system sees in a question; null when it sees none. Its time never counts as latency. */
  predictIntent?(question: string, options: QueryOptions): string | null | Promise<string | null>;
  /** What this system cannot tell (DESIGN §4.1). Left out, it is inferred: no first token from whole responses, no intent without `predictIntent` or an `intent` event. */
  readonly notRecorded?: readonly NotRecorded[] | undefined;
  /** Takes secrets out of a text; applied to every text of a record's response, error and metadata before it is written. */
  redact?(text: string): string;
  /** Where its Heta report goes by default. */
  readonly store?: ObjectStore | undefined;
  /** Called once when its run unit is done. */
  close?(): void | Promise<void>;
}
