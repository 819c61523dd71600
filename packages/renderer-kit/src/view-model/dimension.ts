import { getOwn, type ScoresHead } from '@reportcard/report-schema';
import type { Messages } from '../messages/messages.ts';

/** What slices are made by: `intent_l1`, `intent_l2`, or the name of a label. */
export type Dimension = string;

const ALIASES: ReadonlyMap<string, Dimension> = new Map([
  ['l1', 'intent_l1'],
  ['by_intent_l1', 'intent_l1'],
  ['l2', 'intent_l2'],
  ['by_intent_l2', 'intent_l2'],
]);

/** One name for each dimension, whatever a gate rule or a comparison calls it. */
export function parseDimension(name: string): Dimension {
  return ALIASES.get(name) ?? name.replace(/^(?:by_label|label)[:.]/, '');
}

/** The dimension's name for readers. */
export function dimensionLabel(messages: Messages, dimension: Dimension): string {
  const key = `slice.${dimension}`;
  return messages.has(key) ? messages.text(key) : messages.text('slice.label', { name: dimension });
}

type SliceValues = Readonly<Record<string, Readonly<Record<string, number | null>>>>;
type SliceStats = Readonly<Record<string, ScoresHead['stats']['overall']>>;

/** Values and statistics of all slices of a dimension; undefined where the scores have none. */
export function slicesOf(
  scores: ScoresHead,
  dimension: Dimension,
): { readonly values: SliceValues; readonly stats: SliceStats } | undefined {
  if (dimension === 'intent_l1') return { values: scores.by_intent_l1, stats: scores.stats.by_intent_l1 };
  if (dimension === 'intent_l2') return { values: scores.by_intent_l2, stats: scores.stats.by_intent_l2 };
  const values = getOwn(scores.by_label, dimension);
  return values === undefined ? undefined : { values, stats: getOwn(scores.stats.by_label, dimension) ?? {} };
}
