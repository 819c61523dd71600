import type { Renderer } from '@reportcard/renderer-kit';
import { createRecord, describeValue, nearestName, type TextRecord } from '@reportcard/report-schema';

/** Themes of a deck. */
export const THEMES = ['light', 'dark', 'auto'] as const;
/** `auto` follows the reader's system. The key T switches between light and dark in the open deck. */
export type ThemeName = (typeof THEMES)[number];

/** Completed options of the deck. */
export interface SlidesOptions {
  readonly theme: ThemeName;
  /** Level each metric ought to reach, by metric id; adds to the targets of the gate, which win. Colours, never a verdict. */
  readonly targets: Readonly<TextRecord<number>>;
  /** Name of the deck; null: the catalogue's. */
  readonly title: string | null;
  /** Templates by name, such as `kpi.njk`; they come before the built-in ones. */
  readonly templates: Readonly<TextRecord<string>>;
  /** Texts by message key; they come before the catalogues. */
  readonly messages: Readonly<TextRecord<string>>;
  /** Who takes care of an action: by action (`slice`, `metric`), by metric id or by intent. */
  readonly owners: Readonly<TextRecord<string>>;
}

interface OptionRule {
  readonly fallback: unknown;
  readonly expected: string;
  accepts(value: unknown): boolean;
}

function isMap(value: unknown, accepts: (member: unknown) => boolean): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(accepts);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

const TEXT_MAP: OptionRule = {
  fallback: {},
  expected: 'an object with texts as values',
  accepts: (value) => isMap(value, isText),
};

const RULES: Readonly<Record<keyof SlidesOptions, OptionRule>> = {
  theme: {
    fallback: 'light',
    expected: THEMES.map((name) => JSON.stringify(name)).join(' or '),
    accepts: (value) => THEMES.some((name) => name === value),
  },
  targets: {
    fallback: {},
    expected: 'an object with numbers as values, such as { "hit@5": 0.9 }',
    accepts: (value) => isMap(value, isNumber),
  },
  title: { fallback: null, expected: 'a text or null', accepts: (value) => value === null || isText(value) },
  templates: TEXT_MAP,
  messages: TEXT_MAP,
  owners: TEXT_MAP,
};

const NAMES = Object.keys(RULES) as (keyof SlidesOptions)[];

type Schema = NonNullable<Renderer<SlidesOptions>['options']>;
interface Issue {
  readonly message: string;
  readonly path: readonly string[];
}

function findIssues(given: Readonly<Record<string, unknown>>): Issue[] {
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(given)) {
    const known = NAMES.find((option) => option === name);
    if (known === undefined) {
      const near = nearestName(name, NAMES);
      const hint = near === undefined ? `known options: ${NAMES.join(', ')}` : `did you mean "${near}"?`;
      issues.push({ message: `unknown option ${JSON.stringify(name)} — ${hint}`, path: [name] });
    } else if (value !== undefined && !RULES[known].accepts(value)) {
      issues.push({ message: `expected ${RULES[known].expected}, got ${describeValue(value)}`, path: [name] });
    }
  }
  return issues;
}

function copyMap<V>(value: unknown): Readonly<TextRecord<V>> {
  return Object.freeze(createRecord(Object.entries(value as Record<string, V>)));
}

function complete(given: Readonly<Record<string, unknown>>): SlidesOptions {
  const pick = (name: keyof SlidesOptions): unknown =>
    Object.hasOwn(given, name) && given[name] !== undefined ? given[name] : RULES[name].fallback;
  return Object.freeze({
    theme: pick('theme') as ThemeName,
    targets: copyMap<number>(pick('targets')),
    title: pick('title') as string | null,
    templates: copyMap<string>(pick('templates')),
    messages: copyMap<string>(pick('messages')),
    owners: copyMap<string>(pick('owners')),
  });
}

/** Checks and completes the options; unknown options and wrong values are refused, each with what would be accepted. */
export const slidesOptions: Schema = {
  '~standard': {
    version: 1,
    vendor: 'reportcard',
    validate(given) {
      if (given !== undefined && (given === null || typeof given !== 'object' || Array.isArray(given))) {
        return { issues: [{ message: `expected an object of options, got ${describeValue(given)}` }] };
      }
      const source = (given ?? {}) as Readonly<Record<string, unknown>>;
      const issues = findIssues(source);
      return issues.length > 0 ? { issues } : { value: complete(source) };
    },
  },
};
