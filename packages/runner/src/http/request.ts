import { randomUUID } from 'node:crypto';
import { ReportcardError } from '@reportcard/report-schema';
import type { JsonObject, QueryOptions } from '../knowledge-base.ts';
import type { Secrets } from './secrets.ts';
import {
  listPlaceholders,
  type PlaceholderValues,
  renderJson,
  renderText,
  requireKnownPlaceholders,
} from './template.ts';

/** How a request is configured (see `HttpTarget` of report-schema). */
export interface RequestConfig {
  readonly method?: 'GET' | 'POST' | 'PUT' | undefined;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly headersEnv?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>> | undefined;
}

/** A request ready to be sent. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** A configured request, checked; `prepare` fills it in. */
export interface RequestTemplate {
  readonly method: string;
  /** Address for manifests: without credentials and without the values of its query. */
  readonly label: string;
  prepare(values: PlaceholderValues): PreparedRequest;
}

function fault(path: string, message: string, got: string, hint?: string): ReportcardError {
  return new ReportcardError({ code: 'config', path, message, expected: 'an http or https address', got, hint });
}

function labelOf(url: string, path: string): string {
  const sample = renderText(url, () => 'x');
  let parsed: URL;
  try {
    parsed = new URL(sample);
  } catch (cause) {
    throw new ReportcardError({
      code: 'config',
      path,
      message: 'this is no address',
      expected: 'an http or https address',
      got: url.slice(0, 60),
      cause,
    });
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw fault(path, 'this address is neither http nor https', parsed.protocol);
  if (parsed.username !== '' || parsed.password !== '')
    throw fault(
      path,
      'the address holds credentials',
      parsed.host,
      'name an environment variable in headersEnv instead',
    );
  const names = [...parsed.searchParams.keys()];
  return `${parsed.origin}${parsed.pathname}${names.length > 0 ? `?${names.join('&')}` : ''}`;
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function encodeAddress(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** Header values hold visible ASCII only; everything else is percent-encoded, so that no value can start another header. */
function encodeHeader(text: string): string {
  return wellFormed(text).replace(/[^\x20-\x7e]+/g, encodeURIComponent);
}

function readMember(source: JsonObject, path: string): unknown {
  let current: unknown = source;
  for (const part of path.split('.')) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, part)) return undefined;
    current = (current as JsonObject)[part];
  }
  return current;
}

/** The placeholder values of one question; `{{open}}` stands for two opening braces. The reference and other answers of the data set are not among them. */
export function createValues(question: string, options: QueryOptions, secrets: Secrets): PlaceholderValues {
  const plain: JsonObject = {
    query: question,
    query_id: options.case.query_id,
    mode: options.mode,
    top_k: options.top_k,
    trace: options.trace,
    open: '{{',
  };
  const groups: JsonObject = { options: options.options, labels: options.case.labels, metadata: options.case.metadata };
  let requestId: string | undefined;
  return (name) => {
    if (name === 'request_id') {
      requestId ??= randomUUID();
      return requestId;
    }
    if (name.startsWith('env.')) return secrets.read(name.slice(4), name);
    return name.includes('.') ? readMember(groups, name) : plain[name];
  };
}

/** The placeholder values of a request that belongs to no question: a login. */
export function createLoginValues(secrets: Secrets): PlaceholderValues {
  return (name) => (name.startsWith('env.') ? secrets.read(name.slice(4), name) : undefined);
}

function encodeBody(
  config: RequestConfig,
  values: PlaceholderValues,
): { readonly body?: string; readonly type?: string } {
  if (config.form !== undefined) {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(config.form)) fields.append(name, renderText(value, values));
    return { body: fields.toString(), type: 'application/x-www-form-urlencoded' };
  }
  if (config.body === undefined) return {};
  return { body: JSON.stringify(renderJson(config.body, values) ?? null), type: 'application/json' };
}

/** Checks a configured request: its address, its placeholders, its environment variables. Throws a `config` error. */
export function compileRequest(given: RequestConfig, path: string, secrets: Secrets): RequestTemplate {
  const asks = given.url.includes('{{query}}');
  const bare = given.body === undefined && given.form === undefined;
  const method = given.method ?? (bare && asks ? 'GET' : 'POST');
  const config =
    bare && method !== 'GET' && !asks && path !== 'login' ? { ...given, body: { query: '{{query}}' } } : given;
  const parts: JsonObject = {
    url: config.url,
    headers: config.headers ?? {},
    body: config.body,
    form: config.form ?? {},
  };
  for (const [key, part] of Object.entries(parts)) {
    requireKnownPlaceholders(part, `${path}.${key}`);
    for (const name of listPlaceholders(part))
      if (name.startsWith('env.')) secrets.read(name.slice(4), `${path}.${key}`);
  }
  const label = labelOf(config.url, `${path}.url`);
  const fixed = Object.entries(config.headersEnv ?? {}).map(
    ([name, variable]) =>
      [name.toLowerCase(), encodeHeader(secrets.read(variable, `${path}.headersEnv.${name}`))] as const,
  );
  return {
    method,
    label,
    prepare(values) {
      const { body, type } = method === 'GET' ? {} : encodeBody(config, values);
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      for (const [name, value] of Object.entries(config.headers ?? {}))
        headers[name.toLowerCase()] = encodeHeader(renderText(value, values));
      for (const [name, value] of fixed) headers[name] = value;
      return { method, url: renderText(config.url, values, encodeAddress), headers, body };
    },
  };
}
