import {
  type AggregateGroups,
  type AggregateStats,
  createRecord,
  getOwn,
  type MetricInfo,
  type ScoreTable,
  type StatsGroups,
  type TextRecord,
} from '@reportcard/report-schema';
import { type ColumnSlots, foldSlots } from './column-slots.ts';
import { finishSlot, type QuantileRule, quantileOf } from './finish-slot.ts';
import { type Grouping, groupSamples, type SampleGroups } from './group-samples.ts';
import { readColumn, reduceColumn } from './reduce-column.ts';

/** A label with more distinct values than this is an identifier, not a slice, and gets no aggregates. */
export const MAX_LABEL_KEYS = 500;

/** How gathered samples become numbers. */
export interface FinishOptions {
  /** The metrics to aggregate, in report order. A metric the table does not hold is missing for every sample. */
  readonly metrics: Readonly<Record<string, MetricInfo>>;
  readonly quantile: QuantileRule;
  /** `l2`: second-level slices are keyed by name; `l1/l2`: by both names, for names that stand under several first levels. */
  readonly l2_key: 'l2' | 'l1/l2';
  /** Statistics of an earlier aggregation of the same samples: judge repeats and attainable means are taken from it where the table has none. */
  readonly previous?: StatsGroups | undefined;
}

export interface AggregateOptions extends FinishOptions {
  /** Distinct rows to aggregate, in the order that decides which slice key comes first; all rows by default. */
  readonly rows?: Uint32Array | undefined;
  /** By metric id: the largest value each sample of the table could reach; NaN where that means nothing. */
  readonly attainable?: Readonly<Record<string, Float64Array>> | undefined;
}

/** Everything gathered of a set of samples, from which the aggregates are finished. */
export interface GatheredGroups {
  readonly n_total: number;
  /** First- and second-level intent of each slot. */
  readonly intents: readonly (readonly string[])[];
  readonly labels: readonly { readonly dimension: string; readonly keys: readonly string[] }[];
  /** By metric: the slots by intent, and by each label in the order of `labels`. */
  readonly columns: ReadonlyMap<string, { readonly intents: ColumnSlots; readonly labels: readonly ColumnSlots[] }>;
}

/**
 * Aggregates a table over everything, by first- and second-level intent, by difficulty and by each label (METRICS §1.3).
 * Means and quantiles do not depend on the order of the samples; slice keys come in first-seen order, missing ones as `''`.
 */
export function aggregateTable(table: ScoreTable, options: AggregateOptions): AggregateGroups {
  return finishGroups(gatherGroups(table, options), options);
}

/** The gathering half of {@link aggregateTable}: groups the samples once and reduces every metric over the groups. */
export function gatherGroups(
  table: ScoreTable,
  options: Pick<AggregateOptions, 'metrics' | 'rows' | 'attainable'>,
): GatheredGroups {
  const groups: SampleGroups = groupSamples(table, options.rows);
  const columns = new Map<string, { intents: ColumnSlots; labels: ColumnSlots[] }>();
  for (const [metric, info] of Object.entries(options.metrics)) {
    const input = readColumn(table, metric, {
      rows: options.rows,
      attainable: getOwn(options.attainable, metric),
      keepValues: quantileOf(info) !== null,
    });
    columns.set(metric, {
      intents: reduceColumn(input, groups.intents),
      labels: groups.labels.map(({ grouping }) => reduceColumn(input, grouping)),
    });
  }
  return {
    n_total: options.rows?.length ?? table.length,
    intents: groups.intents.slots,
    labels: groups.labels.map(({ dimension, grouping }) => ({ dimension, keys: firstTexts(grouping) })),
    columns,
  };
}

/** The finishing half of {@link aggregateTable}: folds the groups up and turns what was gathered into numbers. */
export function finishGroups(gathered: GatheredGroups, options: FinishOptions): AggregateGroups {
  const byL1 = foldTargets(gathered.intents.map(([l1]) => l1 ?? ''));
  const byL2 = foldTargets(gathered.intents.map(([l1, l2]) => l2Key(l1 ?? '', l2 ?? '', options.l2_key)));
  const everything = foldTargets(gathered.intents.map(() => ''));
  const overall = finishLevel(gathered, options, { ...everything, keys: [''] }, (previous) => previous.overall);
  const l1 = finishLevel(gathered, options, byL1, (previous, key) => getOwn(previous.by_intent_l1, key));
  const l2 = finishLevel(gathered, options, byL2, (previous, key) => getOwn(previous.by_intent_l2, key));
  const labels = createRecord<Level>();
  gathered.labels.forEach(({ dimension, keys }, index) => {
    if (keys.length > MAX_LABEL_KEYS) return;
    const level = { keys, targets: null, label: index };
    labels[dimension] = finishLevel(gathered, options, level, (previous, key) =>
      getOwn(getOwn(previous.by_label, dimension), key),
    );
  });
  return {
    overall: overall.values[''] ?? createRecord(),
    by_intent_l1: l1.values,
    by_intent_l2: l2.values,
    by_label: mapRecord(labels, (level) => level.values),
    stats: {
      overall: overall.stats[''] ?? createRecord(),
      by_intent_l1: l1.stats,
      by_intent_l2: l2.stats,
      by_label: mapRecord(labels, (level) => level.stats),
    },
  };
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

function finishLevel(
  gathered: GatheredGroups,
  options: FinishOptions,
  plan: LevelPlan,
  previousBlock: (previous: StatsGroups, key: string) => Readonly<Record<string, AggregateStats>> | undefined,
): Level {
  const values = createRecord<TextRecord<number | null>>(plan.keys.map((key) => [key, createRecord<number | null>()]));
  const stats = createRecord<TextRecord<AggregateStats>>(plan.keys.map((key) => [key, createRecord<AggregateStats>()]));
  for (const [metric, info] of Object.entries(options.metrics)) {
    const column = gathered.columns.get(metric);
    if (column === undefined) continue;
    const slots =
      plan.targets === null
        ? column.labels[plan.label ?? 0]
        : foldSlots(column.intents, plan.targets, plan.keys.length);
    if (slots === undefined) continue;
    plan.keys.forEach((key, slot) => {
      const block = options.previous === undefined ? undefined : previousBlock(options.previous, key);
      const result = finishSlot(slots, slot, info, options.quantile, getOwn(block, metric));
      (values[key] ?? createRecord())[metric] = result.value;
      (stats[key] ?? createRecord())[metric] = result.stats;
    });
  }
  return { values, stats };
}

/** Key of a second-level slice; a sample without second-level intent has the key `''` either way. */
export function l2Key(l1: string, l2: string, rule: FinishOptions['l2_key']): string {
  return rule === 'l2' || l2 === '' ? l2 : `${l1}/${l2}`;
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

function firstTexts(grouping: Grouping): string[] {
  return grouping.slots.map(([text]) => text ?? '');
}

function mapRecord<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): TextRecord<B> {
  return createRecord(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
