import { type FinalStatus, STATUSES, type Status } from './constants.ts';
import { ReportcardError } from './reportcard-error.ts';
import { TextColumn } from './text-column.ts';

/** What is known of a sample besides its scores; the identifying part of `per_sample` rows. */
export interface SampleInfo {
  readonly sample_id: string;
  readonly query_id: string;
  readonly query_mode: string;
  readonly unit_id: string | null;
  readonly pass: number;
  readonly intent_l1: string | null;
  readonly intent_l2: string | null;
  readonly difficulty: string | null;
  readonly requires_rag: boolean | null;
  readonly should_refuse: boolean | null;
  readonly final_status: FinalStatus;
  readonly labels: Readonly<Record<string, string | number | boolean | null>>;
  readonly inputs_sha256: string;
  readonly case_sha256: string;
}

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

/** One score to store. */
export interface ScoreCell {
  readonly value: number | null;
  readonly status: Status;
  readonly code?: string | undefined;
  readonly manual?: boolean | undefined;
  readonly sd?: number | undefined;
  readonly repeats?: number | undefined;
}

const INITIAL_ROWS = 256;

interface GrowingColumn {
  values: Float64Array;
  statuses: Uint8Array;
  manual: Uint8Array;
  sds: Float64Array;
  repeats: Uint8Array;
  codes: Map<number, string>;
}

function createColumn(capacity: number): GrowingColumn {
  return {
    values: new Float64Array(capacity).fill(Number.NaN),
    statuses: new Uint8Array(capacity).fill(STATUSES.indexOf('missing_input')),
    manual: new Uint8Array(capacity),
    sds: new Float64Array(capacity).fill(Number.NaN),
    repeats: new Uint8Array(capacity),
    codes: new Map(),
  };
}

function growColumn(column: GrowingColumn, capacity: number): void {
  const larger = createColumn(capacity);
  larger.values.set(column.values);
  larger.statuses.set(column.statuses);
  larger.manual.set(column.manual);
  larger.sds.set(column.sds);
  larger.repeats.set(column.repeats);
  Object.assign(column, {
    values: larger.values,
    statuses: larger.statuses,
    manual: larger.manual,
    sds: larger.sds,
    repeats: larger.repeats,
  });
}

function duplicateSample(sampleId: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    message: `the sample ${JSON.stringify(sampleId)} stands twice`,
    expected: 'unique samples',
  });
}

/**
 * All scores of a run by column: rows are samples in data-set order, columns are metrics in report order. What
 * `metrics` fills, `slices` aggregates, `failures` reads and `manual-overrides` changes.
 */
export class ScoreTable {
  readonly #samples: SampleInfo[] = [];
  readonly #rows = new Map<string, number>();
  readonly #columns = new Map<string, GrowingColumn>();
  readonly #intentsL1 = new TextColumn();
  readonly #intentsL2 = new TextColumn();
  #capacity = INITIAL_ROWS;

  /** Number of samples. */
  get length(): number {
    return this.#samples.length;
  }

  /** Metric ids in report order. */
  get metrics(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** Adds a metric column; every row starts as `missing_input`. Does nothing when the column exists. */
  addMetric(metric: string): void {
    if (!this.#columns.has(metric)) this.#columns.set(metric, createColumn(this.#capacity));
  }

  /** Adds a sample and returns its row. Throws a `data` error when the sample id is already there. */
  addSample(sample: SampleInfo): number {
    if (this.#rows.has(sample.sample_id)) throw duplicateSample(sample.sample_id);
    const row = this.#samples.length;
    if (row === this.#capacity) {
      this.#capacity *= 2;
      for (const column of this.#columns.values()) growColumn(column, this.#capacity);
    }
    this.#samples.push(sample);
    this.#rows.set(sample.sample_id, row);
    this.#intentsL1.push(sample.intent_l1);
    this.#intentsL2.push(sample.intent_l2);
    return row;
  }

  /** Gives every sample a new id, once it is known which fields vary. Throws a `data` error when two get the same. */
  relabel(createId: (sample: SampleInfo) => string): void {
    this.#rows.clear();
    for (const [row, sample] of this.#samples.entries()) {
      const sampleId = createId(sample);
      if (this.#rows.has(sampleId)) throw duplicateSample(sampleId);
      this.#rows.set(sampleId, row);
      if (sampleId !== sample.sample_id) this.#samples[row] = { ...sample, sample_id: sampleId };
    }
  }

  /** The sample of a row. Throws a RangeError outside the table. */
  sample(row: number): SampleInfo {
    const sample = this.#samples[row];
    if (sample === undefined) throw new RangeError(`row ${row} of ${this.length}`);
    return sample;
  }

  /** Row of a sample id; undefined when it is not in the table. */
  row(sampleId: string): number | undefined {
    return this.#rows.get(sampleId);
  }

  get intentsL1(): TextColumn {
    return this.#intentsL1;
  }

  get intentsL2(): TextColumn {
    return this.#intentsL2;
  }

  has(metric: string): boolean {
    return this.#columns.has(metric);
  }

  /** Live views of a metric's column, cut to the number of samples. Throws a RangeError for an unknown metric. */
  column(metric: string): ScoreColumn {
    const column = this.#require(metric);
    const end = this.length;
    return {
      values: column.values.subarray(0, end),
      statuses: column.statuses.subarray(0, end),
      manual: column.manual.subarray(0, end),
      sds: column.sds.subarray(0, end),
      repeats: column.repeats.subarray(0, end),
    };
  }

  /** Stores a score. Throws a `defect` error when the value is not finite, or is given with a status other than `ok`. */
  set(row: number, metric: string, cell: ScoreCell): void {
    const column = this.#require(metric);
    if ((cell.status === 'ok') !== (cell.value !== null) || (cell.value !== null && !Number.isFinite(cell.value))) {
      throw new ReportcardError({
        code: 'defect',
        message: `${metric}: ${cell.value} with status ${cell.status}`,
        expected: 'a finite value exactly when ok',
      });
    }
    column.values[row] = cell.value ?? Number.NaN;
    column.statuses[row] = STATUSES.indexOf(cell.status);
    column.manual[row] = cell.manual === true ? 1 : 0;
    column.sds[row] = cell.sd ?? Number.NaN;
    column.repeats[row] = cell.repeats ?? 0;
    if (cell.code === undefined) column.codes.delete(row);
    else column.codes.set(row, cell.code);
  }

  /** Value, status and code of a cell. */
  get(row: number, metric: string): ScoreCell {
    const column = this.#require(metric);
    const status = STATUSES[column.statuses[row] ?? 0] ?? 'ok';
    const sd = column.sds[row] ?? Number.NaN;
    const code = column.codes.get(row);
    return {
      value: status === 'ok' ? (column.values[row] ?? null) : null,
      status,
      ...(code === undefined ? {} : { code }),
      ...(column.manual[row] === 1 ? { manual: true } : {}),
      ...(Number.isNaN(sd) ? {} : { sd }),
      ...(column.repeats[row] ? { repeats: column.repeats[row] } : {}),
    };
  }

  /** Why a cell has no value, as a machine code; undefined where none was given. */
  code(row: number, metric: string): string | undefined {
    return this.#require(metric).codes.get(row);
  }

  #require(metric: string): GrowingColumn {
    const column = this.#columns.get(metric);
    if (column === undefined) throw new RangeError(`no metric ${metric} in this table`);
    return column;
  }
}
