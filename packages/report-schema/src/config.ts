import * as z from 'zod';
import { FINAL_STATUSES, type FinalStatus } from './constants.ts';
import { JsonObjectSchema, textMap } from './shapes.ts';

const envName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the NAME of an environment variable, not a secret');
const positive = z.number().positive();

const modelEndpoint = {
  baseURL: z.url().optional(),
  apiKeyEnv: envName.optional(),
  model: z.string().optional(),
  extraBody: JsonObjectSchema.optional(),
  headersEnv: textMap<string>(envName).optional(),
  concurrency: z.int().positive().optional(),
  rpm: positive.optional(),
  tpm: positive.optional(),
  timeoutMs: positive.optional(),
};

/** Where judge answers come from (METRICS §4.4). */
export const JudgeConfigSchema = z.strictObject({
  kind: z.enum(['openai-compatible', 'lexical', 'replay', 'none']),
  ...modelEndpoint,
  format: z.enum(['auto', 'json_schema', 'json_object', 'plain']).optional(),
  temperature: z.number().min(0).optional(),
  seed: z.int().optional(),
  maxOutputTokens: z.int().positive().optional(),
  /** Recorded answers for `replay`. */
  file: z.string().optional(),
});
/** The judge as configured. */
export type JudgeConfig = z.output<typeof JudgeConfigSchema>;

/** Schema of {@link EmbedderConfig}. */
export const EmbedderConfigSchema = z.strictObject({ kind: z.enum(['openai-compatible', 'none']), ...modelEndpoint });
/** The embedding model of a judge: an OpenAI-compatible endpoint, or none. */
export type EmbedderConfig = z.output<typeof EmbedderConfigSchema>;

/** Schema of {@link Repeats}. */
export const RepeatsSchema = z.union([
  z.int().positive(),
  z.strictObject({ min: z.int().positive(), max: z.int().positive(), near: z.number().min(0).max(1) }),
]);
/** How often a judge is asked the same: a number of times, or between `min` and `max` where a score is `near` its threshold. */
export type Repeats = z.output<typeof RepeatsSchema>;

/** Schema of {@link Budget}. */
export const BudgetSchema = z.strictObject({
  maxCalls: z.int().nonnegative().optional(),
  maxTokens: z.int().nonnegative().optional(),
  maxMoney: z.number().nonnegative().optional(),
});
/** Limits of a scoring; reached, it stops and keeps what was judged. */
export type Budget = z.output<typeof BudgetSchema>;

/** Prices by model, for a million tokens in and out; estimates and the budget in money rest on them. */
export const PricesSchema = textMap<{ in: number; out: number }>(
  z.strictObject({ in: z.number().nonnegative(), out: z.number().nonnegative() }),
);

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

const retry = z.strictObject({
  attempts: z.int().positive().optional(),
  minDelayMs: z.number().nonnegative().optional(),
  maxDelayMs: z.number().nonnegative().optional(),
});

/** Schema of {@link RunConfig}. */
export const RunConfigSchema = z.strictObject({
  label: z.string().optional(),
  concurrency: z.int().positive().optional(),
  ratePerSecond: positive.optional(),
  timeoutMs: positive.optional(),
  totalTimeoutMs: positive.optional(),
  retry: retry.optional(),
  warmup: z.int().nonnegative().optional(),
  passes: z.int().positive().optional(),
  queryModes: z.array(z.string()).min(1).optional(),
  /** `run` ends with 4 when a larger share of the cases failed. */
  maxFailureRate: z.number().min(0).max(1).optional(),
});
/** How a run is recorded: concurrency, rate, retries, time limits. */
export type RunConfig = z.output<typeof RunConfigSchema>;

/** Schema of {@link MetricsConfig}. */
export const MetricsConfigSchema = z.strictObject({
  /** Cutoffs of hit@k and recall@k. */
  ks: z.array(z.int().positive()).min(1).optional(),
  /** Cutoffs of mrr@k. */
  mrrKs: z.array(z.int().positive()).min(1).optional(),
  /** Metric families beyond the default set. */
  further: z.array(z.enum(['mrr', 'recall_inclusive', 'nice_hit'])).optional(),
  dedupe: z.enum(['first', 'cut-first']).optional(),
  quantile: z.union([z.literal(7), z.literal('ragent')]).optional(),
  fallbackPhrases: z.array(z.string()).optional(),
  falseRefusalSignal: z.enum(['retrieval_empty', 'status', 'answer', 'any']).optional(),
  ttftFallback: z.enum(['none', 'latency']).optional(),
  answerCorrectnessWeights: z.tuple([z.number().nonnegative(), z.number().nonnegative()]).optional(),
  noncommittalRule: z.enum(['all', 'any', 'majority']).optional(),
  emptyContexts: z.enum(['zero', 'skip']).optional(),
  /** One judge call for all contexts of context_precision. */
  batchContexts: z.boolean().optional(),
  humanScorable: z.array(z.string()).optional(),
});
/** Which metrics are computed, and their conventions. */
export type MetricsConfig = z.output<typeof MetricsConfigSchema>;

/** A failure rule as configured: a metric and the value it must not be below, or above. */
export const FailureRuleConfigSchema = z.strictObject({
  metric: z.string(),
  below: z.number().optional(),
  above: z.number().optional(),
  name: z.string().optional(),
});
/** Schema of {@link GateConfig}. */
export const GateConfigSchema = z.strictObject({
  min: textMap<number>(z.number()).optional(),
  max: textMap<number>(z.number()).optional(),
  maxDrop: textMap<number>(z.number()).optional(),
  notWorse: z.array(z.string()).optional(),
  maxFailures: textMap<number>(z.number()).optional(),
  maxFailureRate: z.number().min(0).max(1).optional(),
  minCoverage: z.number().min(0).max(1).optional(),
  noise: z.enum(['value', 'interval', 'significance']).optional(),
  allowLexical: z.boolean().optional(),
});
/** The gate as configured: rules, least coverage, baseline. */
export type GateConfig = z.output<typeof GateConfigSchema>;

/** `reportcard.config.*`: everything optional; flags beat environment, environment beats file. */
export const ConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().optional(),
  language: z.enum(['zh-CN', 'en']).optional(),
  dataset: z
    .strictObject({
      cases: z.string(),
      documents: z.string().optional(),
      name: z.string().optional(),
      version: z.string().optional(),
      columns: textMap<string>(z.string()).optional(),
    })
    .optional(),
  benchmark: z
    .strictObject({
      format: z.string(),
      path: z.string(),
      split: z.string().optional(),
      options: JsonObjectSchema.optional(),
    })
    .optional(),
  import: z
    .strictObject({
      /** Columns of tables to import: our field → the file's column; also `score:<name>` and `label:<name>`. */
      columns: textMap<string>(z.string()).optional(),
    })
    .optional(),
  target: TargetSchema.optional(),
  run: RunConfigSchema.optional(),
  profile: z.enum(['default', 'trec', 'ragent']).optional(),
  metrics: MetricsConfigSchema.optional(),
  l2Key: z.enum(['l2', 'l1/l2']).optional(),
  judge: JudgeConfigSchema.optional(),
  embedder: EmbedderConfigSchema.optional(),
  sut: z.strictObject({ model: z.string() }).optional(),
  repeats: RepeatsSchema.optional(),
  budget: BudgetSchema.optional(),
  prices: PricesSchema.optional(),
  strictFamily: z.boolean().optional(),
  failures: z
    .strictObject({
      thresholds: textMap<number>(z.number()).optional(),
      rules: z.array(FailureRuleConfigSchema).optional(),
    })
    .optional(),
  gate: GateConfigSchema.optional(),
  report: z
    .strictObject({
      title: z.string().optional(),
      renderers: z
        .array(z.union([z.string(), z.strictObject({ name: z.string(), options: z.unknown().optional() })]))
        .optional(),
      targets: textMap<number>(z.number()).optional(),
      baseline: z.string().optional(),
      owners: textMap<string>(z.string()).optional(),
    })
    .optional(),
  review: z
    .strictObject({ highRiskIntents: z.array(z.string()).optional(), n: z.int().positive().optional() })
    .optional(),
});
/** The configuration as it is after reading. */
export type Config = z.output<typeof ConfigSchema>;
/** The configuration as people write it. */
export type ConfigInput = z.input<typeof ConfigSchema>;

/** Types a configuration file: `export default defineConfig({ … })`. Returns its argument. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
