import { type FinalStatus, STATUSES, type Status } from './constants.ts';
import { ReportcardError } from './reportcard-error.ts';
import { createColumn, createValues, type GrowingColumn, growColumn, type ScoreColumn } from './score-column.ts';
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
const STATUS_INDEX: ReadonlyMap<Status, number> = new Map(STATUSES.map((status, index) => [status, index]));

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
  readonly #codes: (string | undefined)[] = [undefined];
  readonly #codeIndex = new Map<string | undefined, number>([[undefined, 0]]);
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
      get manual() {
        return column.manual?.subarray(0, end) ?? new Uint8Array(end);
      },
      get sds() {
        return column.sds?.subarray(0, end) ?? createValues(end);
      },
      get repeats() {
        return column.repeats?.subarray(0, end) ?? new Uint8Array(end);
      },
    };
  }

  /** Stores a score. Throws a `defect` error when the value is not finite, or is given with a status other than `ok`. */
  set(row: number, metric: string, cell: ScoreCell): void {
    const column = this.#require(metric);
    const { value, status, code, manual, sd, repeats } = cell;
    if ((status === 'ok') !== (value !== null) || (value !== null && !Number.isFinite(value))) {
      throw new ReportcardError({
        code: 'defect',
        message: `${metric}: ${value} with status ${status}`,
        expected: 'a finite value exactly when ok',
      });
    }
    column.values[row] = value ?? Number.NaN;
    column.statuses[row] = STATUS_INDEX.get(status) ?? 0;
    if (code !== undefined || column.codes !== undefined) {
      column.codes ??= new Uint32Array(this.#capacity);
      column.codes[row] = this.#codeOf(code);
    }
    if (manual === true || column.manual !== undefined) {
      column.manual ??= new Uint8Array(this.#capacity);
      column.manual[row] = manual === true ? 1 : 0;
    }
    if (sd !== undefined || column.sds !== undefined) {
      column.sds ??= createValues(this.#capacity);
      column.sds[row] = sd ?? Number.NaN;
    }
    if (repeats !== undefined || column.repeats !== undefined) {
      column.repeats ??= new Uint8Array(this.#capacity);
      column.repeats[row] = repeats ?? 0;
    }
  }

  /** Value, status and code of a cell. */
  get(row: number, metric: string): ScoreCell {
    const column = this.#require(metric);
    const status = STATUSES[column.statuses[row] ?? 0] ?? 'ok';
    const cell: { -readonly [key in keyof ScoreCell]: ScoreCell[key] } = {
      value: status === 'ok' ? (column.values[row] ?? null) : null,
      status,
    };
    const code = this.#codes[column.codes?.[row] ?? 0];
    const sd = column.sds?.[row] ?? Number.NaN;
    const repeats = column.repeats?.[row] ?? 0;
    if (code !== undefined) cell.code = code;
    if (column.manual?.[row] === 1) cell.manual = true;
    if (!Number.isNaN(sd)) cell.sd = sd;
    if (repeats > 0) cell.repeats = repeats;
    return cell;
  }

  /** Why a cell has no value, as a machine code; undefined where none was given. */
  code(row: number, metric: string): string | undefined {
    return this.#codes[this.#require(metric).codes?.[row] ?? 0];
  }

  /** The codes of a metric, row by row: looked up once, for readers of many rows. */
  codesOf(metric: string): (row: number) => string | undefined {
    const { codes } = this.#require(metric);
    return (row) => this.#codes[codes?.[row] ?? 0];
  }

  #codeOf(code: string | undefined): number {
    const known = this.#codeIndex.get(code);
    if (known !== undefined) return known;
    this.#codes.push(code);
    this.#codeIndex.set(code, this.#codes.length - 1);
    return this.#codes.length - 1;
  }

  #require(metric: string): GrowingColumn {
    const column = this.#columns.get(metric);
    if (column === undefined) throw new RangeError(`no metric ${metric} in this table`);
    return column;
  }
}
