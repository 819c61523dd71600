import {
  type AggregateGroups,
  type AggregateStats,
  createRecord,
  getOwn,
  type MetricInfo,
  type StatsGroups,
  type TextRecord,
} from '@reportcard/report-schema';
import { type ColumnSlots, foldSlots } from './column-slots.ts';
import { finishSlot, type QuantileRule } from './finish-slot.ts';
import type { GatheredColumn, GatheredGroups } from './gather-groups.ts';

/** A label with more distinct values than this names single samples, not slices, and gets no aggregates. */
export const MAX_LABEL_KEYS = 500;

/** Folding one slot up takes about as long as adding this many samples again. */
const SAMPLES_A_FOLD = 100;

/** How gathered samples become numbers. */
export interface FinishOptions {
  /** The metrics to aggregate, in report order. */
  readonly metrics: Readonly<Record<string, MetricInfo>>;
  readonly quantile: QuantileRule;
  /**
   * `l2`: second-level slices are keyed by name; `l1/l2`: by both names, for names that stand under several first levels.
   */
  readonly l2_key: 'l2' | 'l1/l2';
  /**
   * Statistics of an earlier aggregation of the same samples. Judge repeats and attainable means come from it where the
   * table holds none, as a table read from a `_scores.json` does.
   */
  readonly previous?: StatsGroups | undefined;
}

/** Folds the groups up and turns what was gathered into numbers. */
export function finishGroups(gathered: GatheredGroups, options: FinishOptions): AggregateGroups {
  const { intents } = gathered;
  const overall = finishLevel(
    gathered,
    options,
    { ...foldTargets(intents.map(() => '')), keys: [''] },
    (previous) => previous.overall,
  );
  const l1 = finishLevel(gathered, options, foldTargets(intents.map(([name]) => name ?? '')), (previous, key) =>
    getOwn(previous.by_intent_l1, key),
  );
  const l2Keys = intents.map(([first, second]) => l2Key(first ?? '', second ?? '', options.l2_key));
  const l2 = finishLevel(gathered, options, foldTargets(l2Keys), (previous, key) => getOwn(previous.by_intent_l2, key));
  const labels = finishLabels(gathered, options);
  return {
    overall: overall.values[''] ?? createRecord(),
    by_intent_l1: l1.values,
    by_intent_l2: l2.values,
    by_label: createRecord(labels.map(([dimension, level]) => [dimension, level.values])),
    stats: {
      overall: overall.stats[''] ?? createRecord(),
      by_intent_l1: l1.stats,
      by_intent_l2: l2.stats,
      by_label: createRecord(labels.map(([dimension, level]) => [dimension, level.stats])),
    },
  };
}

/** Key of a second-level slice; a sample without second-level intent has the key `''` under either rule. */
export function l2Key(l1: string, l2: string, rule: FinishOptions['l2_key']): string {
  return rule === 'l2' || l2 === '' ? l2 : `${l1}/${l2}`;
}

interface Level {
  readonly values: TextRecord<TextRecord<number | null>>;
  readonly stats: TextRecord<TextRecord<AggregateStats>>;
}

interface LevelPlan {
  readonly keys: readonly string[];
  /** For each intent slot the slot of this level; null: the slots of a label are this level's already. */
  readonly targets: Uint32Array | null;
  readonly label?: number;
}

type PreviousBlock = (previous: StatsGroups, key: string) => Readonly<Record<string, AggregateStats>> | undefined;

function finishLabels(gathered: GatheredGroups, options: FinishOptions): [string, Level][] {
  return gathered.labels.flatMap(({ dimension, keys }, label): [string, Level][] => {
    if (keys.length > MAX_LABEL_KEYS) return [];
    const level = finishLevel(gathered, options, { keys, targets: null, label }, (previous, key) =>
      getOwn(getOwn(previous.by_label, dimension), key),
    );
    return [[dimension, level]];
  });
}

function finishLevel(
  gathered: GatheredGroups,
  options: FinishOptions,
  plan: LevelPlan,
  previousBlock: PreviousBlock,
): Level {
  const values = plan.keys.map(() => createRecord<number | null>());
  const stats = plan.keys.map(() => createRecord<AggregateStats>());
  const previous = plan.keys.map((key) =>
    options.previous === undefined ? undefined : previousBlock(options.previous, key),
  );
  for (const [metric, info] of Object.entries(options.metrics)) {
    const column = gathered.columns.get(metric);
    if (column === undefined) continue;
    const slots = levelSlots(gathered, column, plan);
    if (slots === undefined) continue;
    for (let slot = 0; slot < plan.keys.length; slot += 1) {
      const result = finishSlot(slots, slot, info, options.quantile, getOwn(previous[slot], metric));
      (values[slot] ?? createRecord())[metric] = result.value;
      (stats[slot] ?? createRecord())[metric] = result.stats;
    }
  }
  return { values: zip(plan.keys, values), stats: zip(plan.keys, stats) };
}

/**
 * The slots of a level. Folding costs the same for every slot, regrouping for every sample; both give the same bits, so
 * the cheaper one is taken.
 */
function levelSlots(gathered: GatheredGroups, column: GatheredColumn, plan: LevelPlan): ColumnSlots | undefined {
  if (plan.targets === null) return column.labels[plan.label ?? 0];
  const regroup = gathered.n_total < SAMPLES_A_FOLD * gathered.intents.length ? column.regroup : undefined;
  return regroup?.(plan.targets, plan.keys.length) ?? foldSlots(column.intents, plan.targets, plan.keys.length);
}

function zip<V>(keys: readonly string[], blocks: readonly TextRecord<V>[]): TextRecord<TextRecord<V>> {
  return createRecord(keys.map((key, slot) => [key, blocks[slot] ?? createRecord<V>()]));
}

function foldTargets(keys: readonly string[]): { keys: string[]; targets: Uint32Array } {
  const index = new Map<string, number>();
  const targets = Uint32Array.from(keys, (key) => {
    const slot = index.get(key) ?? index.size;
    index.set(key, slot);
    return slot;
  });
  return { keys: [...index.keys()], targets };
}
