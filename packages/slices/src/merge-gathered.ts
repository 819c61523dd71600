import { ReportcardError } from '@reportcard/report-schema';
import { addSlots, type ColumnSlots, createColumnSlots } from './column-slots.ts';
import type { GatheredColumn, GatheredGroups } from './gather-groups.ts';
import { sortDimensions } from './group-samples.ts';

/** Slot numbers handed out in first-seen order. */
class SlotIndex {
  readonly #slots = new Map<string, number>();

  slot(key: string): number {
    const slot = this.#slots.get(key) ?? this.#slots.size;
    this.#slots.set(key, slot);
    return slot;
  }

  get keys(): string[] {
    return [...this.#slots.keys()];
  }
}

/** Where the slots of one shard go: one target a slot. */
interface ShardPlan {
  readonly shard: GatheredGroups;
  readonly intents: readonly number[];
  /** By merged dimension: targets and which slots of the shard they stand for. */
  readonly labels: readonly { readonly from: number | null; readonly targets: readonly number[] }[];
}

/** Everything the shards gathered, as if one pass had gone over their samples in turn. */
export function mergeGathered(shards: readonly GatheredGroups[]): GatheredGroups {
  const intents = new SlotIndex();
  const dimensions = sortDimensions(shards.flatMap((shard) => shard.labels.map(({ dimension }) => dimension)));
  const labels = dimensions.map((dimension) => ({ dimension, index: new SlotIndex() }));
  const plans = shards.map(
    (shard): ShardPlan => ({
      shard,
      intents: shard.intents.map((texts) => intents.slot(JSON.stringify(texts))),
      labels: labels.map(({ dimension, index }) => planLabel(shard, dimension, index)),
    }),
  );
  const sizes = { intents: intents.keys.length, labels: labels.map(({ index }) => index.keys.length) };
  const columns = metricsOf(shards).map((metric) => [metric, mergeColumn(metric, plans, sizes)] as const);
  return {
    n_total: shards.reduce((n, shard) => n + shard.n_total, 0),
    intents: intents.keys.map((key): string[] => JSON.parse(key)),
    labels: labels.map(({ dimension, index }) => ({ dimension, keys: index.keys })),
    columns: new Map(columns),
  };
}

/** A shard in which nobody has the label holds all its samples under `''`. */
function planLabel(shard: GatheredGroups, dimension: string, index: SlotIndex): ShardPlan['labels'][number] {
  const from = shard.labels.findIndex((label) => label.dimension === dimension);
  const keys = shard.labels[from]?.keys;
  return keys === undefined
    ? { from: null, targets: shard.intents.map(() => index.slot('')) }
    : { from, targets: keys.map((key) => index.slot(key)) };
}

function mergeColumn(
  metric: string,
  plans: readonly ShardPlan[],
  sizes: { readonly intents: number; readonly labels: readonly number[] },
): GatheredColumn {
  const intents = createColumnSlots(sizes.intents);
  const labels = sizes.labels.map(createColumnSlots);
  for (const plan of plans) {
    const column = requireColumn(plan.shard, metric);
    addSlots(intents, column.intents, plan.intents);
    labels.forEach((into, i) => {
      const label = plan.labels[i];
      if (label !== undefined) addSlots(into, sourceOf(column, label.from), label.targets);
    });
  }
  return { intents, labels };
}

function sourceOf(column: GatheredColumn, label: number | null): ColumnSlots {
  return (label === null ? undefined : column.labels[label]) ?? column.intents;
}

function metricsOf(shards: readonly GatheredGroups[]): string[] {
  const metrics = [...new Set(shards.flatMap((shard) => [...shard.columns.keys()]))];
  for (const shard of shards) for (const metric of metrics) requireColumn(shard, metric);
  return metrics;
}

function requireColumn(shard: GatheredGroups, metric: string): GatheredColumn {
  const column = shard.columns.get(metric);
  if (column === undefined) {
    throw new ReportcardError({
      code: 'data',
      message: `a shard did not gather the metric ${JSON.stringify(metric)}`,
      expected: 'the same metrics in every shard',
      hint: 'score all shards with the same configuration',
    });
  }
  return column;
}
