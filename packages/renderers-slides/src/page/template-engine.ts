import { cleanText } from '@reportcard/renderer-kit';
import { getOwn, ReportcardError } from '@reportcard/report-schema';
import nunjucks from 'nunjucks';
import { COMPILED_TEMPLATES, type CompiledTemplate } from '../compiled-templates.ts';
import { isMarkup } from '../svg/markup.ts';

/** Renders templates by name. Everything a template prints is escaped but what {@link trustMarkup} and the SVG builder made. */
export interface TemplateEngine {
  /** Throws a `config` error that names the template when it cannot be read or run. */
  render(name: string, context: Readonly<Record<string, unknown>>): string;
}

const BUILTIN = '@builtin/';

/** Marks a text of our own (an asset, a page that a template made) as markup. Never for text from data. */
export function trustMarkup(markup: string): unknown {
  return new nunjucks.runtime.SafeString(markup);
}

/** A figure's marks as markup; anything that the SVG builder did not make is refused. */
function svg(value: unknown): unknown {
  if (isMarkup(value)) return trustMarkup(value.markup);
  throw new Error('the filter "svg" takes what the SVG builder made');
}

/** Removes control and direction characters from every text of a context; the one place where texts enter a template. */
function cleanContext(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanContext);
  if (value === null || typeof value !== 'object' || isMarkup(value)) return value;
  if (value instanceof nunjucks.runtime.SafeString) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cleanContext(member)]));
}

/** nunjucks takes a compiled template in place of a text, which its types do not say. */
function toSource(compiled: CompiledTemplate): string {
  return { type: 'code', obj: compiled } as unknown as string;
}

/**
 * An engine with a search path: a name is looked up among the team's templates first, then among the built-in ones;
 * `@builtin/name` is always the built-in one, so that a template can extend what it replaces.
 */
export function createTemplateEngine(
  loadBuiltin: () => ReadonlyMap<string, string>,
  own: Readonly<Record<string, string>>,
): TemplateEngine {
  const find = (name: string): string | undefined =>
    name.startsWith(BUILTIN)
      ? loadBuiltin().get(name.slice(BUILTIN.length))
      : (getOwn(own, name) ?? loadBuiltin().get(name));
  const loader: nunjucks.ILoader = {
    getSource(name) {
      const compiled = getOwn(own, name) === undefined ? COMPILED_TEMPLATES.get(name.replace(BUILTIN, '')) : undefined;
      if (compiled !== undefined) return { src: toSource(compiled), path: name, noCache: false };
      const src = find(name);
      if (src === undefined) throw new Error(`there is no template "${name}"`);
      return { src, path: name, noCache: false };
    },
  };
  const environment = new nunjucks.Environment(loader, { autoescape: true, trimBlocks: true, lstripBlocks: true });
  environment.addFilter('svg', svg);
  return {
    render(name, context) {
      try {
        return environment.render(name, cleanContext(context) as object);
      } catch (cause) {
        throw new ReportcardError({
          code: 'config',
          message: `the slide template "${name}" cannot be rendered: ${describe(cause)}`,
          path: `renderers.slides.templates.${name}`,
          hint: `correct the template; the built-in one is ${BUILTIN}${name.replace(BUILTIN, '')}`,
          cause,
        });
      }
    },
  };
}

function describe(cause: unknown): string {
  return cleanText(cause instanceof Error ? cause.message : String(cause))
    .replace(/\s+/g, ' ')
    .trim();
}
