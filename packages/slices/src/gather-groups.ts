import { getOwn, type MetricInfo, type ScoreTable } from '@reportcard/report-schema';
import type { ColumnSlots } from './column-slots.ts';
import { quantileOf } from './finish-slot.ts';
import type { Grouping } from './group-columns.ts';
import { groupSamples } from './group-samples.ts';
import { readColumn, reduceColumn } from './reduce-column.ts';

/** Which samples and metrics of a table are gathered. */
export interface GatherOptions {
  /** The metrics to aggregate, in report order. A metric the table does not hold is missing for every sample. */
  readonly metrics: Readonly<Record<string, MetricInfo>>;
  /** Distinct rows, in the order that decides which slice key comes first; all rows by default. */
  readonly rows?: Uint32Array | undefined;
  /** By metric id: the largest value each sample of the table could reach; NaN where that means nothing. */
  readonly attainable?: Readonly<Record<string, Float64Array>> | undefined;
}

/** One metric, gathered by intent and by each label. */
export interface GatheredColumn {
  readonly intents: ColumnSlots;
  readonly labels: readonly ColumnSlots[];
  /** Gathers the intent slots anew by coarser groups: `targets` names the group of each slot. Absent in a merged column. */
  readonly regroup?: ((targets: Uint32Array, size: number) => ColumnSlots) | undefined;
}

/** Everything gathered of a set of samples, from which aggregates are finished and which merges without loss. */
export interface GatheredGroups {
  readonly n_total: number;
  /** First- and second-level intent of each slot. */
  readonly intents: readonly (readonly string[])[];
  readonly labels: readonly { readonly dimension: string; readonly keys: readonly string[] }[];
  readonly columns: ReadonlyMap<string, GatheredColumn>;
}

/** Groups the samples once and reduces every metric over the groups. */
export function gatherGroups(table: ScoreTable, options: GatherOptions): GatheredGroups {
  const groups = groupSamples(table, options.rows);
  const columns = new Map<string, GatheredColumn>();
  for (const [metric, info] of Object.entries(options.metrics)) {
    const input = readColumn(table, metric, {
      rows: options.rows,
      attainable: getOwn(options.attainable, metric),
      keepValues: quantileOf(info) !== null,
    });
    columns.set(metric, {
      intents: reduceColumn(input, groups.intents),
      labels: groups.labels.map(({ grouping }) => reduceColumn(input, grouping)),
      regroup: (targets, size) => reduceColumn(input, coarsen(groups.intents, targets, size)),
    });
  }
  const labels = groups.labels.map(({ dimension, grouping }) => ({
    dimension,
    keys: grouping.slots.map(([text]) => text ?? ''),
  }));
  return { n_total: options.rows?.length ?? table.length, intents: groups.intents.slots, labels, columns };
}

function coarsen(grouping: Grouping, targets: Uint32Array, size: number): Grouping {
  return { keys: grouping.keys.map((slot) => targets[slot] ?? 0), size };
}
