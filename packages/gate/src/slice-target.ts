import { getOwn, nearestName, ReportcardError, type ScoresHead } from '@reportcard/report-schema';

/** A slice of a run: `l1`, `l2`, `label:<name>` or `query_mode`, and the key in it. Null: all samples. */
export interface Slice {
  readonly dimension: string;
  readonly key: string;
}

type ValueBlock = ScoresHead['overall'];
type StatsBlock = ScoresHead['stats']['overall'];

/** A metric's numbers in one slice. */
export interface SliceBlocks {
  readonly values: ValueBlock;
  readonly stats: StatsBlock;
}

interface Dimension {
  readonly dimension: string;
  /** What a rule may put before the key. */
  readonly prefixes: readonly string[];
  /** True where the key may stand alone. */
  readonly isImplied: boolean;
  readonly blocks: ReadonlyMap<string, SliceBlocks>;
}

function toBlocks(
  values: Readonly<Record<string, ValueBlock>>,
  stats: Readonly<Record<string, StatsBlock>>,
): ReadonlyMap<string, SliceBlocks> {
  return new Map(
    Object.entries(values).map(([key, block]) => [key, { values: block, stats: getOwn(stats, key) ?? {} }]),
  );
}

function listDimensions(head: ScoresHead): Dimension[] {
  const labels = Object.entries(head.by_label).map(([name, values]) => ({
    dimension: `label:${name}`,
    prefixes: [`label:${name}=`, `label:${name}:`],
    isImplied: true,
    blocks: toBlocks(values, getOwn(head.stats.by_label, name) ?? {}),
  }));
  const modes = Object.entries(head.by_query_mode ?? {}).map(
    ([mode, groups]) => [mode, { values: groups.overall, stats: groups.stats.overall }] as const,
  );
  return [
    {
      dimension: 'l2',
      prefixes: ['l2:'],
      isImplied: true,
      blocks: toBlocks(head.by_intent_l2, head.stats.by_intent_l2),
    },
    {
      dimension: 'l1',
      prefixes: ['l1:'],
      isImplied: true,
      blocks: toBlocks(head.by_intent_l1, head.stats.by_intent_l1),
    },
    ...labels,
    { dimension: 'query_mode', prefixes: ['mode:'], isImplied: false, blocks: new Map(modes) },
  ];
}

/** Numbers of a slice that exists; null for all samples means the top-level blocks. */
export function blocksOf(head: ScoresHead, slice: Slice | null): SliceBlocks {
  if (slice === null) return { values: head.overall, stats: head.stats.overall };
  const dimension = listDimensions(head).find((entry) => entry.dimension === slice.dimension);
  return dimension?.blocks.get(slice.key) ?? { values: {}, stats: {} };
}

/**
 * The slices a text names: an exact key, else a glob over keys (`*` any text, `?` one character), after a prefix `l1:`,
 * `l2:`, `label:<name>=` or `mode:`; without prefix the key is looked for among intents and labels. Throws a `usage` error
 * for an unknown slice, with the nearest name, and for a key that stands in several dimensions.
 */
export function resolveSlices(head: ScoresHead, text: string): Slice[] {
  const dimensions = listDimensions(head);
  for (const dimension of dimensions) {
    const prefix = dimension.prefixes.find((candidate) => text.startsWith(candidate));
    if (prefix === undefined) continue;
    const slices = matchKeys(dimension, text.slice(prefix.length));
    if (slices.length > 0) return slices;
    throw unknownSlice(
      text,
      [...dimension.blocks.keys()].map((key) => `${prefix}${key}`),
    );
  }
  const implied = dimensions.filter((dimension) => dimension.isImplied);
  const exact = implied.filter((dimension) => dimension.blocks.has(text));
  const found = (exact.length > 0 ? exact : implied)
    .map((dimension) => matchKeys(dimension, text))
    .filter((slices) => slices.length > 0);
  if (found.length > 1)
    throw ambiguousSlice(
      text,
      found.flatMap((slices) => slices.slice(0, 1)),
    );
  if (found[0] !== undefined) return found[0];
  throw unknownSlice(
    text,
    implied.flatMap((dimension) => [...dimension.blocks.keys()]),
  );
}

function matchKeys({ dimension, blocks }: Dimension, pattern: string): Slice[] {
  if (blocks.has(pattern)) return [{ dimension, key: pattern }];
  if (!/[*?]/.test(pattern)) return [];
  const expression = globExpression(pattern);
  return [...blocks.keys()].filter((key) => expression.test(key)).map((key) => ({ dimension, key }));
}

function globExpression(pattern: string): RegExp {
  const parts = pattern.split(/([*?])/).map((part) => {
    if (part === '*') return '.*';
    return part === '?' ? '.' : part.replace(/[.+^${}()|[\]\\/-]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 'su');
}

/** The slice as a rule writes it. */
export function formatSlice(slice: Slice): string {
  if (slice.dimension === 'query_mode') return `mode:${slice.key}`;
  return slice.dimension.startsWith('label:') ? `${slice.dimension}=${slice.key}` : `${slice.dimension}:${slice.key}`;
}

function unknownSlice(text: string, known: readonly string[]): ReportcardError {
  const nearest = nearestName(text, known);
  const some = known.slice(0, 10).map((key) => JSON.stringify(key));
  return new ReportcardError({
    code: 'usage',
    message: `no slice ${JSON.stringify(text)} in this run`,
    expected:
      some.length === 0 ? 'a run with slices' : `one of ${some.join(', ')}${known.length > some.length ? ', …' : ''}`,
    got: JSON.stringify(text),
    ...(nearest === undefined ? {} : { hint: `did you mean ${JSON.stringify(nearest)}?` }),
  });
}

function ambiguousSlice(text: string, slices: readonly Slice[]): ReportcardError {
  return new ReportcardError({
    code: 'usage',
    message: `${JSON.stringify(text)} names slices of several kinds`,
    expected: 'one of l1:, l2: and label:<name>= before the name',
    got: JSON.stringify(text),
    hint: `write ${slices.map((slice) => JSON.stringify(formatSlice(slice))).join(' or ')}`,
  });
}
