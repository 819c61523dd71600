import {
  getOwn,
  type Override,
  type RunRecordIndex,
  type SampleScores,
  type ScoresFile,
  type SheetRow,
  type SheetState,
  sampleIds,
  scoreReader,
} from '@reportcard/report-schema';
import { type MatchedRows, matchRows } from './match-rows.ts';
import { pointDecimal } from './parse-manual-cell.ts';
import { placeColumns } from './place-columns.ts';
import {
  type ColumnKind,
  columnKind,
  cutHash,
  defineColumns,
  humanScorableMetrics,
  manualColumn,
  optionalColumn,
  parseManualColumn,
  REASON_COLUMN,
  REVIEWER_COLUMN,
  type SheetCell,
  type SheetColumn,
  type SheetSample,
} from './sheet-columns.ts';

/** A sheet ready to be written as CSV or XLSX. Cells are unguarded; the writers guard them by the kind of the column. */
export interface SheetDocument {
  readonly columns: readonly string[];
  readonly kinds: readonly ColumnKind[];
  /** One array a row, as long as `columns`; made anew on each iteration. */
  readonly rows: Iterable<readonly SheetCell[]>;
}

/** What a sheet is filled from and what it keeps. */
export interface CreateSheetOptions {
  /** Texts of questions and answers; without it these columns keep what the sheet had, or are empty. */
  readonly records?: RunRecordIndex | undefined;
  /** The sheet as the user left it: its column and row order, manual cells, remarks and own columns are kept. */
  readonly sheet?: SheetState | undefined;
  /** SHA-256 (hex) of the `_scores.json` the sheet is made from; null leaves the column empty. */
  readonly scoresSha256: string | null;
  /** Metric ids a human may score besides those whose definition says so. */
  readonly humanScorable?: readonly string[] | undefined;
}

/**
 * The score sheet of a run (DESIGN §4.3): one row a sample, metrics as columns, `*_manual` cells beside those a human
 * may score. Automatic columns show the automatic values. Rows of samples the run no longer has come last, as they were.
 */
export function createSheet(scores: ScoresFile, options: CreateSheetOptions): SheetDocument {
  const { sheet } = options;
  const humanScorable = humanScorableMetrics(scores.metrics, options.humanScorable);
  const defined = defineColumns(scores, humanScorable, new Set(sheet?.columns));
  const columns = placeColumns(
    defined.map((column) => column.name),
    sheet?.columns ?? [],
  );
  const byName = new Map(defined.map((column) => [column.name, column]));
  const plan = columns.map((name) => byName.get(name) ?? optionalColumn(name) ?? extraColumn(name));
  return {
    columns,
    kinds: plan.map((column) => column.kind),
    rows: { [Symbol.iterator]: () => generateRows(scores, options, plan) },
  };
}

function extraColumn(name: string): SheetColumn {
  return { name, kind: columnKind(name), value: () => null };
}

function* generateRows(
  scores: ScoresFile,
  options: CreateSheetOptions,
  plan: readonly SheetColumn[],
): Generator<SheetCell[]> {
  const { sheet, records, scoresSha256 } = options;
  const matched = sheet === undefined ? undefined : matchRows(sheet, scores);
  const overrides = indexOverrides(scores.meta.overrides);
  const scoresHash = scoresSha256 === null ? '' : cutHash(scoresSha256);
  const readScore = scoreReader(scores);
  const writeRow = (id: string, sample: SampleScores, row: SheetRow | undefined): SheetCell[] => {
    const own = overrides.get(id);
    const auto = (metric: string): number | null => {
      const override = own?.get(metric);
      return override === undefined ? readScore(id, metric) : override.auto.value;
    };
    const source: SheetSample = { sample, record: records?.get(id), auto, scoresHash };
    return plan.map((column) => fillCell(column, source, typedCell(column, row, sheet), row, own));
  };
  const order = orderSamples(scores, matched);
  for (const id of order) {
    const sample = scores.per_sample[id];
    if (sample !== undefined) yield writeRow(id, sample, matched?.rows.get(id));
  }
  for (const row of [...(matched?.doubled ?? []).map((pair) => pair.row), ...(matched?.unknown ?? [])]) {
    yield plan.map((column) => typedCell(column, row, sheet) ?? null);
  }
}

function orderSamples(scores: ScoresFile, matched: MatchedRows | undefined): Iterable<string> {
  const all = sampleIds(scores);
  return matched === undefined ? all : new Set([...matched.samples.values(), ...all]);
}

type OverridesOfSample = ReadonlyMap<string, Override>;

function indexOverrides(overrides: readonly Override[]): ReadonlyMap<string, OverridesOfSample> {
  const index = new Map<string, Map<string, Override>>();
  for (const override of overrides) {
    const own = index.get(override.sample_id) ?? new Map<string, Override>();
    own.set(override.metric, override);
    index.set(override.sample_id, own);
  }
  return index;
}

/** What the sheet has in a cell; undefined where it has none. A score typed with a decimal comma gets a point: so the new sheet is written. */
function typedCell(
  { name, kind }: SheetColumn,
  row: SheetRow | undefined,
  sheet: SheetState | undefined,
): string | undefined {
  const text = row === undefined ? undefined : getOwn(row.cells, name);
  return text !== undefined && kind === 'manual' && sheet?.dialect.decimal_comma === true ? pointDecimal(text) : text;
}

function fillCell(
  column: SheetColumn,
  source: SheetSample,
  typed: string | undefined,
  row: SheetRow | undefined,
  overrides: OverridesOfSample | undefined,
): SheetCell {
  const { name, kind } = column;
  if (kind === 'manual' || kind === 'remark' || kind === 'extra') return typed ?? overrideCell(name, overrides);
  if (name === 'inputs_sha256' && isStale(row, source)) return typed ?? null;
  const value = column.value(source);
  const keepsText = value === null && source.record === undefined && kind === 'text' && !isStale(row, source);
  return keepsText ? (typed ?? null) : value;
}

/** A cell that the sheet does not have (a new sheet, a deleted row or column, a short row), filled from the override in force. */
function overrideCell(name: string, overrides: OverridesOfSample | undefined): SheetCell {
  if (overrides === undefined) return null;
  const values = [...overrides.values()];
  if (name === REVIEWER_COLUMN) return values.find((override) => override.reviewer !== null)?.reviewer ?? null;
  if (name === REASON_COLUMN) return values.find((override) => override.reason !== null)?.reason ?? null;
  return values.find((override) => manualColumn(override.metric) === name)?.manual ?? null;
}

/** True where the row holds manual cells given for other inputs than the sample's: its hash must stay as it is. */
function isStale(row: SheetRow | undefined, { sample }: SheetSample): boolean {
  const hash = row === undefined ? '' : (getOwn(row.cells, 'inputs_sha256') ?? '').trim();
  if (row === undefined || hash === '' || hash === cutHash(sample.inputs_sha256)) return false;
  return Object.entries(row.cells).some(
    ([name, text]) => text.trim() !== '' && parseManualColumn(name) !== null && !name.endsWith('_pi'),
  );
}
