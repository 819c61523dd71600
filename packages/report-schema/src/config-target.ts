import * as z from 'zod';
import { envName } from './config-shapes.ts';
import { FINAL_STATUSES, type FinalStatus } from './constants.ts';
import { JsonObjectSchema, textMap } from './shapes.ts';

const httpRequest = z.strictObject({
  /** Default: POST, or GET where neither body nor form is given and the address holds the question. */
  method: z.enum(['GET', 'POST', 'PUT']).optional(),
  /** Placeholders such as `{{query}}` are percent-encoded in it. */
  url: z.string(),
  headers: textMap<string>(z.string()).optional(),
  /** Headers whose value is the environment variable named here. */
  headersEnv: textMap<string>(envName).optional(),
  /** JSON with placeholders in its texts; a text that is one placeholder takes its value with its type. */
  body: z.unknown().optional(),
  /** Fields of a form (application/x-www-form-urlencoded) in place of a JSON body. */
  form: textMap<string>(z.string()).optional(),
});

const path = z.string().min(1).optional();

/**
 * JMESPath expressions over a response (or over the data of one event). `result_*` and `document_id` are read from each item
 * of `results`; what an expression does not find is left out.
 */
export const ResponseMapSchema = z.strictObject({
  answer: path,
  thinking: path,
  results: path,
  result_id: path,
  result_text: path,
  result_score: path,
  result_kind: path,
  document_id: path,
  intent: path,
  status: path,
  message: path,
  prompt_tokens: path,
  completion_tokens: path,
  total_tokens: path,
  metadata: path,
});
/** Where things stand in a response, as JMESPath expressions. */
export type ResponseMap = z.output<typeof ResponseMapSchema>;

/** A system under test that is called over HTTP; the runner's `./http` gives it meaning. */
export const HttpTargetSchema = z.strictObject({
  kind: z.literal('http'),
  name: z.string().optional(),
  model: z.string().optional(),
  chat: httpRequest.extend({
    /** Form of the answer; `auto` (default) goes by its content type. */
    response: z.enum(['auto', 'json', 'sse', 'jsonl', 'openai-chat']).optional(),
    map: ResponseMapSchema.optional(),
    /** Mappings by event type, in place of `map`; `*` stands for all others. Types without a mapping are passed over. */
    events: textMap<ResponseMap>(ResponseMapSchema).optional(),
    /** JMESPath of the event type within the data of an event, for streams that do not name it. */
    eventPath: path,
    /** Whether the data of an event is JSON (default) or plain text of the answer. */
    data: z.enum(['json', 'text']).optional(),
    /** Event types or data texts that end a stream; where given, a stream that ends without one is incomplete. */
    end: z.array(z.string()).optional(),
    /** Longest body accepted, in bytes. Default 50 MiB. */
    maxBytes: z.int().positive().optional(),
  }),
  /** A second interface that names the intent of a question: JSON, `map.intent`. */
  intent: httpRequest.extend({ map: ResponseMapSchema.optional() }).optional(),
  /** A request that gives a token, sent before the first question and again when it has expired. */
  login: httpRequest
    .extend({
      /** JMESPath of the token. */
      tokenPath: z.string().min(1),
      /** JMESPath of its life in seconds. */
      expiresInPath: path,
      /** Header that carries it. Default `authorization`. */
      header: z.string().optional(),
      /** Word before it. Default `Bearer`; empty for none. */
      scheme: z.string().optional(),
      /** Statuses that ask for a new one. Default [401]. */
      refreshOn: z.array(z.int()).optional(),
    })
    .optional(),
  /** Document ids of the system to those of the data set: a map, or the path of a JSON file that holds one. */
  documentIds: z.union([z.string(), textMap<string>(z.string())]).optional(),
  /** The system's words for how an answer ended (values of `map.status`, event types, `http_403`) to ours. */
  statuses: textMap<FinalStatus>(z.enum(FINAL_STATUSES)).optional(),
});
/** A service asked over HTTP or SSE. */
export type HttpTarget = z.output<typeof HttpTargetSchema>;

/** Schema of {@link OpenAiChatTarget}. */
export const OpenAiChatTargetSchema = z.strictObject({
  kind: z.literal('openai-chat'),
  name: z.string().optional(),
  baseURL: z.url(),
  apiKeyEnv: envName.optional(),
  model: z.string(),
  system: z.string().optional(),
  temperature: z.number().min(0).optional(),
  extraBody: JsonObjectSchema.optional(),
});
/** An OpenAI-compatible chat endpoint as the system under test. */
export type OpenAiChatTarget = z.output<typeof OpenAiChatTargetSchema>;

/** A module of yours as the system under test. */
export const ModuleTargetSchema = z.strictObject({
  kind: z.literal('module'),
  /** Path of a module, from the configuration's folder, whose default export is a KnowledgeBase, a Recipe or a function. */
  path: z.string(),
  name: z.string().optional(),
  model: z.string().optional(),
});
const count = z.int().positive().optional();

/** The embedded recipe: passages, BM25 and quoted answers. Over a published benchmark it has no intents of its own and declines nothing. */
export const DemoTargetSchema = z.strictObject({
  kind: z.literal('demo'),
  /** Default: the language of the benchmark where that is known, else zh. */
  language: z.enum(['zh', 'en']).optional(),
  /** Its name in reports, to tell variants apart. */
  name: z.string().min(1).optional(),
  /** What a variant does otherwise. */
  settings: z
    .strictObject({
      /** Longest passage, in characters. */
      chunkCharacters: count,
      /** Passages retrieved. */
      topK: count,
      /** Passages an answer may quote, and sentences it takes out of them. */
      answerPassages: count,
      answerSentences: count,
      /** Weight of a match in a document's name. */
      nameBoost: z.number().nonnegative().optional(),
      /** Least share of the question's weight that the best passage must hold, 0 to 1; below it the recipe declines. */
      minCoverage: z.number().min(0).max(1).optional(),
    })
    .optional(),
});
/** The embedded demo or its recipe as the system under test. */
export type DemoTarget = z.output<typeof DemoTargetSchema>;
/** Schema of {@link Target}. */
export const TargetSchema = z.discriminatedUnion('kind', [
  HttpTargetSchema,
  OpenAiChatTargetSchema,
  ModuleTargetSchema,
  DemoTargetSchema,
]);
/** The system under test as configured. */
export type Target = z.output<typeof TargetSchema>;
