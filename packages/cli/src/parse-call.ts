import { parseArgs } from 'node:util';
import type { Flags, Verb, VerbOption } from './verb.ts';

/** A call of a verb: what was asked of it and with which flags. */
export interface Call {
  readonly verb: Verb;
  readonly args: readonly string[];
  readonly flags: Flags;
}

/** `--max-drop <rule>` as the platform's parser wants it; undefined for forms it does not know, such as `--resume [run]`. */
function readForm({ flags }: Pick<VerbOption, 'flags'>): { name: string; type: 'string' | 'boolean' } | undefined {
  const [, name, value] = /^--([a-z][a-z0-9-]*)( <[^>]+>)?$/.exec(flags) ?? [];
  return name === undefined ? undefined : { name, type: value === undefined ? 'boolean' : 'string' };
}

const toKey = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** How many positional arguments `[run]`, `<a> <b>` or `[file...]` allow. */
function countArgs(args: string): readonly [least: number, most: number] {
  const words = args.split(' ').filter((word) => word !== '');
  return [words.filter((word) => word.startsWith('<')).length, args.includes('...') ? Infinity : words.length];
}

/** Values in the order they were given, through the option's own parser; the last one counts unless that parser collects. */
function readFlags(tokens: readonly { name: string; value: string | undefined }[], verb: Verb): Flags {
  const parsers = new Map(verb.options.map((option) => [readForm(option)?.name, option.parse]));
  const flags: Record<string, unknown> = {};
  for (const { name, value } of tokens) {
    const parse = parsers.get(name);
    const key = toKey(name);
    flags[key] = value === undefined ? true : parse === undefined ? value : parse(value, flags[key]);
  }
  return flags;
}

/**
 * Reads a plain call with the platform's own parser, which is there at no cost. Null for everything else (help, a mistake,
 * no verb, a flag whose value may be left out, a verb with something to switch off): that is for the full parser, which
 * explains. Both give the same values. Throws what an option's parser throws.
 */
export function parseCall(argv: readonly string[], verbs: readonly Verb[], common: readonly VerbOption[]): Call | null {
  const verb = verbs.find(({ name }) => name === argv[0]);
  if (verb === undefined || verb.options.some(({ flags }) => flags.startsWith('--no-'))) return null;
  const forms = [...verb.options, ...common].map(readForm).filter((form) => form !== undefined);
  const options = Object.fromEntries(forms.map(({ name, type }) => [name, { type, multiple: type === 'string' }]));
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true; tokens: true }>>;
  try {
    parsed = parseArgs({ args: argv.slice(1), options, allowPositionals: true, tokens: true });
  } catch {
    return null;
  }
  const [least, most] = countArgs(verb.args);
  if (parsed.positionals.length < least || parsed.positionals.length > most) return null;
  const given = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  return { verb, args: parsed.positionals, flags: readFlags(given, verb) };
}
