import { ReportcardError } from '@reportcard/report-schema';
import { hostOf, parseBaseURL } from './base-url.ts';
import { httpFetch } from './http-fetch.ts';
import { createRedactor } from './redact.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How to reach a model on an OpenAI-compatible server. */
export interface EndpointOptions {
  readonly baseURL?: string | undefined;
  readonly model?: string | undefined;
  /** Name of the environment variable that holds the key; looked up in `env`. */
  readonly apiKeyEnv?: string | undefined;
  /** The key itself, for programs. Wins over `apiKeyEnv`. */
  readonly apiKey?: string | undefined;
  /** Further headers by the name of the environment variable that holds the value, such as `{"api-key": "AZURE_KEY"}`. */
  readonly headersEnv?: Readonly<Record<string, string>> | undefined;
  /** Merged into every request body, such as `{"enable_thinking": false}`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Where the named variables are looked up. Default: none, so nothing is ever read from the process by itself. */
  readonly env?: Environment | undefined;
  /** What to send requests with instead of our own client, such as a fetch that goes through a proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Endpoint options that were checked and resolved. */
export interface Endpoint {
  readonly baseURL: string;
  readonly host: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extraBody: Readonly<Record<string, unknown>>;
  readonly redact: (text: string) => string;
  readonly fetch: typeof globalThis.fetch;
}

function readVariable(name: string, env: Environment | undefined, path: string): string {
  const value = env === undefined || !Object.hasOwn(env, name) ? undefined : env[name];
  if (value !== undefined && value !== '') return value;
  throw new ReportcardError({
    code: 'config',
    path,
    message: `the environment variable ${name} is not set`,
    hint: `set ${name}, or name another variable`,
  });
}

/** A redirect would carry private text to a host nobody configured: it is an error status like any other. */
function withoutRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, redirect: 'manual' });
}

/** Checks endpoint options and looks the named variables up; `path` names the place in messages. Throws `config` errors. */
export function resolveEndpoint(options: EndpointOptions, path: string): Endpoint {
  const baseURL = parseBaseURL(options.baseURL, path);
  const { model, apiKeyEnv, headersEnv = {}, env } = options;
  if (model === undefined || model.trim() === '')
    throw new ReportcardError({ code: 'config', path: `${path}.model`, message: 'no model is configured' });
  const apiKey =
    options.apiKey ?? (apiKeyEnv === undefined ? undefined : readVariable(apiKeyEnv, env, `${path}.apiKeyEnv`));
  const headers = Object.fromEntries(
    Object.entries(headersEnv).map(([name, variable]) => [name, readVariable(variable, env, `${path}.headersEnv`)]),
  );
  return {
    baseURL,
    host: hostOf(baseURL),
    model,
    apiKey,
    headers,
    extraBody: options.extraBody ?? {},
    redact: createRedactor([apiKey, ...Object.values(headers)]),
    fetch: options.fetch === undefined ? httpFetch : withoutRedirects(options.fetch),
  };
}
