import { type AggregateGroups, createRecord, ReportcardError, type ScoreTable } from '@reportcard/report-schema';
import { type FinishOptions, finishGroups } from './finish-groups.ts';
import { type GatheredGroups, type GatherOptions, gatherGroups } from './gather-groups.ts';
import { mergeGathered } from './merge-gathered.ts';
import { formatSlots, parseSlots, type SlotPartial } from './slot-partial.ts';

/** What one shard gathered, as plain JSON: merges with that of other shards without loss. */
export interface AggregatePartial {
  readonly partial_version: 1;
  readonly n_total: number;
  readonly intents: readonly (readonly string[])[];
  readonly labels: readonly { readonly dimension: string; readonly keys: readonly string[] }[];
  readonly columns: Readonly<
    Record<string, { readonly intents: readonly SlotPartial[]; readonly labels: readonly (readonly SlotPartial[])[] }>
  >;
}

/** Gathers the samples of one shard. The metrics must be the same for every shard. */
export function aggregatePartial(table: ScoreTable, options: GatherOptions): AggregatePartial {
  return formatGathered(gatherGroups(table, options));
}

/**
 * One partial out of several; slice keys keep the order of the shards given. Throws a `data` error when a partial is of
 * another version or damaged, or when the shards gathered different metrics.
 */
export function mergePartials(partials: readonly AggregatePartial[]): AggregatePartial {
  return formatGathered(mergeGathered(partials.map(parseGathered)));
}

/** The aggregates of a partial: what {@link aggregateTable} gives for all its samples, to the bit. */
export function finishPartial(partial: AggregatePartial, options: FinishOptions): AggregateGroups {
  return finishGroups(parseGathered(partial), options);
}

function formatGathered(gathered: GatheredGroups): AggregatePartial {
  const columns = [...gathered.columns].map(
    ([metric, { intents, labels }]) =>
      [metric, { intents: formatSlots(intents), labels: labels.map(formatSlots) }] as const,
  );
  const { n_total, intents, labels } = gathered;
  return { partial_version: 1, n_total, intents, labels, columns: createRecord(columns) };
}

function parseGathered(partial: AggregatePartial): GatheredGroups {
  if (partial.partial_version !== 1) {
    throw new ReportcardError({
      code: 'data',
      message: 'a partial aggregate is of another version',
      expected: 'partial_version 1',
      got: String(partial.partial_version),
      hint: 'make the partial again with this version of @reportcard/slices',
    });
  }
  try {
    const columns = Object.entries(partial.columns).map(
      ([metric, { intents, labels }]) =>
        [metric, { intents: parseSlots(intents), labels: labels.map(parseSlots) }] as const,
    );
    return { n_total: partial.n_total, intents: partial.intents, labels: partial.labels, columns: new Map(columns) };
  } catch (cause) {
    throw new ReportcardError({
      code: 'data',
      message: 'a partial aggregate is damaged',
      hint: 'score that shard again',
      cause,
    });
  }
}
