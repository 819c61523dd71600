import { ReportcardError } from '@reportcard/report-schema';

/** Gives the value of a placeholder; undefined when it has none for this question. */
export type PlaceholderValues = (name: string) => unknown;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const WHOLE = /^\{\{([^{}]*)\}\}$/;

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function nameOf(inner: string): string {
  return inner.trim();
}

/** Replaces placeholders in a text; `encode` makes a value safe for where the text goes. */
export function renderText(
  template: string,
  values: PlaceholderValues,
  encode: (text: string) => string = (text) => text,
): string {
  return template.replace(PLACEHOLDER, (_match, inner: string) => encode(textOf(values(nameOf(inner)))));
}

/**
 * Replaces placeholders in the texts of a JSON value. A text that is one placeholder takes its value with its type, and a
 * member whose value is missing is left out. The result is encoded as JSON afterwards: no value can break out of its text.
 */
export function renderJson(template: unknown, values: PlaceholderValues): unknown {
  if (typeof template === 'string') {
    const whole = WHOLE.exec(template)?.[1];
    return whole === undefined ? renderText(template, values) : values(nameOf(whole));
  }
  if (Array.isArray(template)) return template.map((item) => renderJson(item, values) ?? null);
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, item]) => [key, renderJson(item, values)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** Names of all placeholders in the texts of a JSON value. */
export function listPlaceholders(template: unknown): string[] {
  if (typeof template === 'string') return [...template.matchAll(PLACEHOLDER)].map((match) => nameOf(match[1] ?? ''));
  if (template === null || typeof template !== 'object') return [];
  return Object.values(template).flatMap(listPlaceholders);
}

const NAMES: ReadonlySet<string> = new Set(['query', 'query_id', 'mode', 'top_k', 'trace', 'request_id', 'open']);
const PREFIXES = ['options.', 'labels.', 'metadata.', 'env.'];

/** Throws a `config` error for a placeholder that means nothing. */
export function requireKnownPlaceholders(template: unknown, path: string): void {
  for (const name of listPlaceholders(template)) {
    if (NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix) && name.length > prefix.length)) continue;
    throw new ReportcardError({
      code: 'config',
      path,
      message: `unknown placeholder {{${name}}}`,
      expected: `{{${[...NAMES].join('}}, {{')}}}, {{options.NAME}}, {{labels.NAME}}, {{metadata.NAME}} or {{env.NAME}}`,
      got: `{{${name}}}`,
    });
  }
}
