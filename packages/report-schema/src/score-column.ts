import { STATUSES } from './constants.ts';

/** The scores of one metric over all samples of a table: a value or NaN, a status byte and a code a row. */
export interface ScoreColumn {
  /** Values; NaN exactly where the status is not `ok`. Never written to a file as they are. */
  readonly values: Float64Array;
  /** Positions in STATUSES; 0 = ok. */
  readonly statuses: Uint8Array;
  /** 1 where a human gave the value. */
  readonly manual: Uint8Array;
  /** Standard deviation of the sample's judge repeats; NaN without repeats. */
  readonly sds: Float64Array;
  /** Number of judge repeats behind the value; 0 where it is no judged value. */
  readonly repeats: Uint8Array;
}

const MISSING_INPUT = STATUSES.indexOf('missing_input');

/** What few cells have is kept only where one has it. */
export interface GrowingColumn {
  values: Float64Array;
  statuses: Uint8Array;
  /** Positions in the table's list of codes; 0 = none. */
  codes: Uint32Array | undefined;
  manual: Uint8Array | undefined;
  sds: Float64Array | undefined;
  repeats: Uint8Array | undefined;
}

export const createValues = (capacity: number): Float64Array => new Float64Array(capacity).fill(Number.NaN);

export function createColumn(capacity: number): GrowingColumn {
  return {
    values: createValues(capacity),
    statuses: new Uint8Array(capacity).fill(MISSING_INPUT),
    codes: undefined,
    manual: undefined,
    sds: undefined,
    repeats: undefined,
  };
}

function copyInto<T extends Float64Array | Uint8Array | Uint32Array>(larger: T, smaller: T): T {
  larger.set(smaller);
  return larger;
}

export function growColumn(column: GrowingColumn, capacity: number): void {
  const { values, statuses, codes, manual, sds, repeats } = column;
  column.values = copyInto(createValues(capacity), values);
  column.statuses = copyInto(new Uint8Array(capacity).fill(MISSING_INPUT), statuses);
  column.codes = codes && copyInto(new Uint32Array(capacity), codes);
  column.manual = manual && copyInto(new Uint8Array(capacity), manual);
  column.sds = sds && copyInto(createValues(capacity), sds);
  column.repeats = repeats && copyInto(new Uint8Array(capacity), repeats);
}
