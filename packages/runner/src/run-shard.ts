import { ReportcardError } from '@reportcard/report-schema';

/** One part of a recording that several machines share: part `index` of `count`, counted from 1. */
export interface RunShard {
  readonly index: number;
  readonly count: number;
}

/**
 * The cases a recording asks: the first `limit`, and of these the block of its shard. Blocks are contiguous, so that run
 * files laid end to end are in data-set order. Throws a `usage` error for a shard that does not exist.
 */
export function selectCases<T>(
  cases: readonly T[],
  { limit, shard }: { readonly limit?: number | undefined; readonly shard?: RunShard | undefined },
): readonly T[] {
  const wanted = cases.slice(0, limit ?? cases.length);
  if (shard === undefined) return wanted;
  const { index, count } = shard;
  if (!Number.isInteger(index) || !Number.isInteger(count) || index < 1 || index > count) {
    throw new ReportcardError({
      code: 'usage',
      message: 'there is no such shard',
      expected: 'a number from 1 to the number of shards, such as 2/4',
      got: `${index}/${count}`,
    });
  }
  const edge = (part: number): number => Math.floor((part * wanted.length) / count);
  return wanted.slice(edge(index - 1), edge(index));
}
