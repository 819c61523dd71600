import { canonicalJson, type HttpTarget, type NotRecorded, ReportcardError, sha256 } from '@reportcard/report-schema';
import { toSegment } from '../document-key.ts';
import type { JsonObject, KnowledgeBase, QueryEvent, QueryOptions } from '../knowledge-base.ts';
import { type Connection, readFailure, redactFailure, sendWithToken } from './connection.ts';
import { compileIntent } from './intent-interface.ts';
import { createTokenSource } from './login.ts';
import type { MapContext } from './map-payload.ts';
import { compileReader, type ResponseReader } from './read-response.ts';
import { compileRequest, createValues, type RequestTemplate } from './request.ts';
import { createSecrets } from './secrets.ts';

/** The surroundings of an HTTP target: environment, document ids, fetch. */
export interface HttpTargetOptions {
  /** Environment that `headersEnv` and `{{env.NAME}}` read from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The map of document ids, where the configuration names a file of it. */
  readonly documentIds?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Wall clock, for Retry-After dates and the life of tokens. */
  readonly now?: (() => Date) | undefined;
}

async function* ask(
  connection: Connection,
  request: RequestTemplate,
  reader: ResponseReader,
  question: string,
  options: QueryOptions,
): AsyncGenerator<QueryEvent | QueryEvent[]> {
  const { secrets } = connection;
  const { label } = request;
  const controller = new AbortController();
  const { signal } = controller;
  const abandon = (): void => controller.abort(options.signal.reason);
  options.signal.addEventListener('abort', abandon, { once: true });
  try {
    options.signal.throwIfAborted();
    const prepared = request.prepare(createValues(question, options, secrets));
    let began = performance.now();
    const entered = began;
    const response = await sendWithToken(connection, prepared, label, signal, () => {
      began = performance.now();
    });
    yield { type: 'preparation', milliseconds: began - entered };
    if (!response.ok) throw await readFailure(connection, response, label);
    yield* reader.read(response, { label, signal, abandon });
  } catch (error) {
    throw redactFailure(error, secrets);
  }
}

function readDocumentIds(config: HttpTarget, options: HttpTargetOptions): ReadonlyMap<string, string> {
  if (typeof config.documentIds !== 'string') return new Map(Object.entries(config.documentIds ?? {}));
  if (options.documentIds !== undefined) return new Map(Object.entries(options.documentIds));
  throw new ReportcardError({
    code: 'config',
    path: 'target.documentIds',
    message: 'the map of document ids was not loaded',
    got: config.documentIds,
    hint: 'give the map itself, or load the file and pass it as documentIds',
  });
}

function findNotRecorded(reader: ResponseReader, hasIntent: boolean): NotRecorded[] {
  const missing: NotRecorded[] = [];
  if (!reader.mapped.has('results')) missing.push('results', 'result_texts');
  if (!reader.mapped.has('answer')) missing.push('answer');
  if (!hasIntent && !reader.mapped.has('intent')) missing.push('intent');
  if (reader.wholeOnly) missing.push('first_token');
  return missing;
}

/**
 * A knowledge base behind HTTP, as the configuration declares it. Checks everything that can be checked without a request: throws
 * a `config` error for an address, placeholder, expression or environment variable that is none. Faults of requests become data.
 */
export function createHttpTarget(config: HttpTarget, options: HttpTargetOptions): KnowledgeBase {
  const secrets = createSecrets(options.env);
  const deps = { fetch: options.fetch ?? fetch, now: options.now ?? (() => new Date()), secrets };
  const statuses = new Map(Object.entries(config.statuses ?? {}));
  const login = config.login === undefined ? undefined : createTokenSource(config.login, deps);
  const connection: Connection = { ...deps, login, statuses };
  const context: MapContext = { documentIds: readDocumentIds(config, options), statuses };
  const request = compileRequest(config.chat, 'target.chat', secrets);
  const reader = compileReader(config.chat, context);
  const intentRequest =
    config.intent === undefined ? undefined : compileRequest(config.intent, 'target.intent', secrets);
  const predictIntent =
    config.intent === undefined || intentRequest === undefined
      ? undefined
      : compileIntent(config.intent, intentRequest, connection);
  const name = config.name ?? toSegment(new URL(request.label).host);
  const manifest: JsonObject = {
    name,
    kind: config.kind,
    chat: `${request.method} ${request.label}`,
    intent: intentRequest?.label ?? null,
    login: login?.label ?? null,
    response: config.chat.response ?? 'auto',
    model: config.model ?? null,
    configuration_sha256: sha256(canonicalJson(config)),
  };
  return {
    name,
    manifest: () => manifest,
    notRecorded: findNotRecorded(reader, predictIntent !== undefined),
    redact: secrets.redact,
    query: (question, asked) => ask(connection, request, reader, question, asked),
    ...(predictIntent === undefined ? {} : { predictIntent }),
  };
}
