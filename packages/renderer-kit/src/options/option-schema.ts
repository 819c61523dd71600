import { describeValue, getOwn, nearestName, ReportcardError } from '@reportcard/report-schema';
import type { StandardSchemaV1 } from '@standard-schema/spec';

interface OptionBase {
  /** One sentence for documentation. */
  readonly description?: string | undefined;
}

/** One option of a renderer as data: its kind, its default and what it accepts. */
export type OptionDefinition =
  | (OptionBase & { readonly kind: 'boolean'; readonly default: boolean })
  | (OptionBase & { readonly kind: 'text'; readonly default: string | null })
  | (OptionBase & { readonly kind: 'integer'; readonly default: number; readonly min: number; readonly max: number })
  | (OptionBase & { readonly kind: 'choice'; readonly default: string; readonly choices: readonly string[] })
  | (OptionBase & { readonly kind: 'texts'; readonly default: readonly string[] })
  | (OptionBase & { readonly kind: 'text-map'; readonly default: Readonly<Record<string, string>> });

/** Options of a renderer by name. */
export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>;

interface PlainValues {
  readonly boolean: boolean;
  readonly integer: number;
  readonly texts: readonly string[];
  readonly 'text-map': Readonly<Record<string, string>>;
}

type ValueOf<D extends OptionDefinition> = D extends { kind: 'choice'; choices: readonly (infer C)[] }
  ? C
  : D extends { kind: 'text'; default: null }
    ? string | null
    : D extends { kind: keyof PlainValues }
      ? PlainValues[D['kind']]
      : string;

/** A schema that checks and completes options. */
export type OptionsSchema<Options> = StandardSchemaV1<unknown, Options>;
/** The completed options that go with definitions. */
export type OptionsOf<D extends OptionDefinitions> = { readonly [K in keyof D]: ValueOf<D[K]> };

function isTextMap(value: unknown): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.values(value).every((text) => typeof text === 'string');
}

const KINDS: readonly string[] = [
  'boolean',
  'text',
  'integer',
  'choice',
  'texts',
  'text-map',
] satisfies readonly OptionDefinition['kind'][];

/** Definitions written without a type check may name a kind that there is not. */
function checkKinds(definitions: OptionDefinitions): void {
  for (const [name, { kind }] of Object.entries(definitions)) {
    if (KINDS.includes(kind)) continue;
    throw new ReportcardError({
      code: 'usage',
      path: name,
      message: `the option ${name} has an unknown kind`,
      expected: KINDS.join(', '),
      got: describeValue(kind),
    });
  }
}

function describeAccepted(definition: OptionDefinition): string {
  switch (definition.kind) {
    case 'integer':
      return `a whole number from ${definition.min} to ${definition.max}`;
    case 'choice':
      return definition.choices.map((choice) => JSON.stringify(choice)).join(' or ');
    case 'text':
      return definition.default === null ? 'a text or null' : 'a text';
    case 'texts':
      return 'a list of texts';
    case 'text-map':
      return 'an object with texts as values';
    case 'boolean':
      return 'true or false';
  }
}

function accepts(definition: OptionDefinition, value: unknown): boolean {
  switch (definition.kind) {
    case 'integer':
      return Number.isInteger(value) && Number(value) >= definition.min && Number(value) <= definition.max;
    case 'choice':
      return typeof value === 'string' && definition.choices.includes(value);
    case 'text':
      return typeof value === 'string' || (value === null && definition.default === null);
    case 'texts':
      return Array.isArray(value) && value.every((text) => typeof text === 'string');
    case 'text-map':
      return isTextMap(value);
    case 'boolean':
      return typeof value === 'boolean';
  }
}

function checkOptions(
  definitions: OptionDefinitions,
  given: Readonly<Record<string, unknown>>,
): StandardSchemaV1.Issue[] {
  const names = Object.keys(definitions);
  return Object.entries(given).flatMap(([name, value]): StandardSchemaV1.Issue[] => {
    const definition = getOwn(definitions, name);
    if (definition === undefined) {
      const near = nearestName(name, names);
      const hint = near === undefined ? `known options: ${names.join(', ') || 'none'}` : `did you mean "${near}"?`;
      return [{ message: `unknown option ${JSON.stringify(name)} — ${hint}`, path: [name] }];
    }
    if (value === undefined || accepts(definition, value)) return [];
    return [{ message: `expected ${describeAccepted(definition)}, got ${describeValue(value)}`, path: [name] }];
  });
}

/**
 * A Standard Schema out of option definitions: fills defaults, refuses unknown options and wrong values, each with a
 * message that says what is accepted. `undefined` and a missing option both mean the default. Throws a `usage` error on a
 * kind of option that there is not.
 */
export function defineOptions<const D extends OptionDefinitions>(definitions: D): OptionsSchema<OptionsOf<D>> {
  checkKinds(definitions);
  return {
    '~standard': {
      version: 1,
      vendor: 'reportcard',
      validate(given) {
        if (given !== undefined && (given === null || typeof given !== 'object' || Array.isArray(given)))
          return { issues: [{ message: `expected an object of options, got ${describeValue(given)}` }] };
        const source = (given ?? {}) as Readonly<Record<string, unknown>>;
        const issues = checkOptions(definitions, source);
        if (issues.length > 0) return { issues };
        const entries = Object.entries(definitions).map(([name, definition]) => [
          name,
          getOwn(source, name) ?? definition.default,
        ]);
        return { value: Object.freeze(Object.fromEntries(entries)) as OptionsOf<D> };
      },
    },
  };
}
