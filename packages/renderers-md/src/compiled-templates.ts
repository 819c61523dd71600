/** A template that nunjucks compiled ahead: what its `Template` takes in place of a text. */
export interface CompiledTemplate {
  readonly root: unknown;
}

/**
 * The built-in templates, compiled ahead, by name. Empty here: they are compiled when they are used. A bundle may replace
 * this module (tools/bundle-cli.mjs does), for compiling takes longer than rendering.
 */
export const COMPILED_TEMPLATES: ReadonlyMap<string, CompiledTemplate> = new Map();
