import { codeBlock, codeSpan, escapeCell, escapeSummary, type Messages } from '@reportcard/renderer-kit';
import { getOwn, ReportcardError } from '@reportcard/report-schema';
import nunjucks from 'nunjucks';
import { loadTemplates } from './assets.ts';
import { COMPILED_TEMPLATES, type CompiledTemplate } from './compiled-templates.ts';
import { formatFold } from './markdown/fold.ts';
import { formatTable, type Table } from './markdown/table.ts';

const BUILTIN = '@builtin/';

/** Marks Markdown as finished: the environment would HTML-escape it otherwise. */
function markSafe(text: string): nunjucks.runtime.SafeString {
  return new nunjucks.runtime.SafeString(text);
}

function toText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** nunjucks takes a compiled template in place of a text, which its types do not say. */
function toSource(compiled: CompiledTemplate): string {
  return { type: 'code', obj: compiled } as unknown as string;
}

function createLoader(userTemplates: Readonly<Record<string, string>>): nunjucks.ILoader {
  return {
    getSource(name: string): nunjucks.LoaderSource {
      const isOurs = getOwn(userTemplates, name) === undefined;
      const compiled = isOurs ? COMPILED_TEMPLATES.get(name.replace(BUILTIN, '')) : undefined;
      if (compiled !== undefined) return { src: toSource(compiled), path: name, noCache: false };
      const own = loadTemplates();
      const builtin = name.startsWith(BUILTIN) ? own.get(name.slice(BUILTIN.length)) : undefined;
      const src = builtin ?? getOwn(userTemplates, name) ?? own.get(name);
      if (src !== undefined) return { src, path: name, noCache: false };
      throw new ReportcardError({
        code: 'config',
        message: `the template ${JSON.stringify(name)} does not exist`,
        expected: [...own.keys(), ...Object.keys(userTemplates)].join(', '),
        hint: `name a template of yours, or ${BUILTIN}report.md.njk`,
      });
    },
  };
}

function fillMessage(messages: Messages, key: string, values: Readonly<Record<string, unknown>>): string {
  const escaped = Object.entries(values).map(([name, value]): [string, string | number] => {
    if (typeof value === 'number') return [name, value];
    return [name, value instanceof nunjucks.runtime.SafeString ? String(value) : escapeCell(toText(value))];
  });
  return messages.text(key, Object.fromEntries(escaped));
}

const FILTERS: Readonly<Record<string, (value: never) => string>> = {
  cell: (value: unknown) => escapeCell(toText(value)),
  code: (value: unknown) => codeSpan(toText(value)),
  block: (value: unknown) => codeBlock(toText(value)),
  summary: (value: unknown) => escapeSummary(toText(value)),
  items: (values: readonly unknown[]) => values.map((value) => `- ${escapeCell(toText(value))}`).join('\n'),
  table: (table: Table) => formatTable(table),
};

/**
 * A nunjucks environment for Markdown. Plain text passes one of the filters `cell` (anywhere within a line), `code` (code
 * span), `block` (fenced block), `summary` (inside `<summary>`), `items` (a list of texts); a table passes `table`; what
 * passes none is HTML-escaped. `t(key, values)` gives a message, `fold(summary, body)` a folded part. A user template wins
 * over ours of the same name; `@builtin/NAME` is always ours.
 */
export function createEnvironment(
  messages: Messages,
  userTemplates: Readonly<Record<string, string>> = {},
): nunjucks.Environment {
  const environment = new nunjucks.Environment(createLoader(userTemplates), {
    autoescape: true,
    throwOnUndefined: true,
    trimBlocks: true,
    lstripBlocks: true,
  });
  for (const [name, filter] of Object.entries(FILTERS))
    environment.addFilter(name, (value: never) => markSafe(filter(value)));
  environment.addGlobal('t', (key: string, values: Readonly<Record<string, unknown>> = {}) =>
    markSafe(fillMessage(messages, key, values)),
  );
  environment.addGlobal('fold', (summary: unknown, body: unknown) =>
    markSafe(formatFold(toText(summary), toText(body))),
  );
  return environment;
}
