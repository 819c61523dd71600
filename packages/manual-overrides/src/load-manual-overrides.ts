import {
  createSampleId,
  findVaryingFields,
  formatProblem,
  getOwn,
  type Override,
  type Problem,
  ReportcardError,
  type SampleScores,
  type ScoresFile,
  type SheetRow,
  type SheetState,
  type StaleOverride,
} from '@reportcard/report-schema';
import {
  cutHash,
  humanScorableMetrics,
  manualColumn,
  matchRows,
  REASON_COLUMN,
  REVIEWER_COLUMN,
} from '@reportcard/score-sheet';
import { checkAutomaticCells } from './check-automatic-cells.ts';
import { checkManualColumns } from './check-manual-columns.ts';
import { checkRows } from './check-rows.ts';
import { describeSheet } from './describe-sheet.ts';
import { type AuditCell, type CellKey, keyOf, type ManualOverrides, type ManualScore } from './manual-overrides.ts';
import { type ManualCells, readManualCells, readRemark } from './read-manual-cells.ts';
import { cellSource, rowHash } from './sheet-cell.ts';

export interface LoadOptions {
  /** SHA-256 of the `_scores.json` given; rows made from another one are not compared with its automatic values. */
  readonly scoresSha256?: string | undefined;
  /** Metric ids a human may score besides those whose definition says so. */
  readonly humanScorable?: readonly string[] | undefined;
}

/** Why a score is stale, as the list of stale overrides says it. */
export const STALE_REASONS = {
  changed: 'the inputs have changed since the score was given',
  dropped: 'the run has no such sample any more',
  outside: 'the metric is not applicable to the sample any more',
  unknown: 'the scores have no such metric any more',
} as const;

/**
 * Reads every human score of a sheet and checks it against the scores it is for. All or nothing: whatever cannot be used
 * is listed in one `data` error with record, id, column, value and the accepted forms, and nothing is loaded.
 */
export function loadManualOverrides(sheet: SheetState, scores: ScoresFile, options: LoadOptions = {}): ManualOverrides {
  const humanScorable = humanScorableMetrics(scores.metrics, options.humanScorable);
  const matched = matchRows(sheet, scores);
  const rows = checkRows(sheet, scores, matched);
  const scoresHash = options.scoresSha256 === undefined ? null : cutHash(options.scoresSha256);
  const automatic = checkAutomaticCells(sheet, scores, matched, { humanScorable, scoresHash });
  const problems: Problem[] = [
    ...rows.problems,
    ...checkManualColumns(sheet, scores, humanScorable),
    ...automatic.problems,
  ];
  const read = createReading();
  for (const [id, sample] of Object.entries(scores.per_sample)) {
    const row = matched.rows.get(id);
    for (const metric of row === undefined ? [] : humanScorable) {
      const cells = readManualCells(sheet, row as SheetRow, scores, { metric, sample, problems });
      addCells(read, sheet, row as SheetRow, { id, sample, cells });
    }
  }
  for (const { id, row } of sortDropped(rows.dropped, scores)) {
    for (const metric of humanScorable) {
      const cells = readManualCells(sheet, row, scores, { metric, sample: undefined, problems });
      addStale(read, sheet, row, { id, cells, why: STALE_REASONS.dropped });
    }
  }
  if (problems.length > 0) throw refuse(sheet, problems);
  const earlier = sortEarlier(read, scores);
  const parts = { ...read, ...earlier, stale: [...read.stale, ...earlier.stale] };
  const notes = describeSheet(sheet, { ...parts, dropped: rows.dropped.length, unchecked: automatic.unchecked });
  const { scores: typed, audit, cleared, kept, stale } = parts;
  return { scores: typed, audit, cleared, kept, stale, notes };
}

interface Reading {
  readonly scores: ManualScore[];
  readonly audit: AuditCell[];
  readonly stale: StaleOverride[];
  /** Keys of the cells the sheet has, blank or not. */
  readonly present: Set<string>;
  readonly blank: Set<string>;
  withoutHash: number;
}

function createReading(): Reading {
  return { scores: [], audit: [], stale: [], present: new Set(), blank: new Set(), withoutHash: 0 };
}

interface SampleCells {
  readonly id: string;
  readonly sample: SampleScores;
  readonly cells: ManualCells;
}

function addCells(read: Reading, sheet: SheetState, row: SheetRow, { id, sample, cells }: SampleCells): void {
  const { metric, first, second } = cells;
  const key = keyOf(id, metric);
  if (first !== undefined) read.present.add(key);
  if (first === null) read.blank.add(key);
  const hash = rowHash(row, 'inputs_sha256');
  const isStale = hash !== null && hash !== cutHash(sample.inputs_sha256);
  if (typeof cells.pi === 'number') {
    const [human, other] = isStale ? [null, null] : [first ?? null, second ?? null];
    read.audit.push({ sampleId: id, metric, pi: cells.pi, human, second: other });
  }
  if (isStale) addStale(read, sheet, row, { id, cells, why: STALE_REASONS.changed });
  if (isStale || typeof first !== 'number') return;
  if (hash === null) read.withoutHash += 1;
  read.scores.push({
    sampleId: id,
    metric,
    value: first,
    reviewer: readRemark(row, REVIEWER_COLUMN),
    reason: readRemark(row, REASON_COLUMN),
    source: cellSource(sheet, row, manualColumn(metric)),
  });
}

function addStale(
  read: Reading,
  sheet: SheetState,
  row: SheetRow,
  { id, cells, why }: { readonly id: string; readonly cells: ManualCells; readonly why: string },
): void {
  const { metric, first } = cells;
  if (first !== undefined) read.present.add(keyOf(id, metric));
  if (typeof first !== 'number') return;
  const source = cellSource(sheet, row, manualColumn(metric));
  read.stale.push({ sample_id: id, metric, manual: first, source, why });
}

/** Rows of samples that are gone with the ids these had, in the order of the ids: the order of rows changes nothing. */
function sortDropped(rows: readonly SheetRow[], scores: ScoresFile): { readonly id: string; readonly row: SheetRow }[] {
  const varying = findVaryingFields(Object.values(scores.per_sample));
  const idOf = (row: SheetRow): string => {
    const text = (column: string): string => (getOwn(row.cells, column) ?? '').trim();
    const key = { query_id: text('query_id'), query_mode: text('query_mode'), unit_id: text('unit_id') };
    return createSampleId({ ...key, pass: Number(text('pass')) || 0 }, varying);
  };
  return rows.map((row) => ({ id: idOf(row), row })).sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
}

/** What becomes of earlier overrides: blank cells clear them, missing cells leave them, changed inputs make them stale. */
function sortEarlier(
  read: Reading,
  scores: ScoresFile,
): { readonly cleared: CellKey[]; readonly kept: Override[]; readonly stale: StaleOverride[] } {
  const cleared: CellKey[] = [];
  const open: Override[] = [];
  for (const override of scores.meta.overrides) {
    const key = keyOf(override.sample_id, override.metric);
    if (read.blank.has(key)) cleared.push({ sampleId: override.sample_id, metric: override.metric });
    else if (!read.present.has(key)) open.push(override);
  }
  const { kept, stale } = sortKept(open, scores);
  const listed = scores.meta.overrides_stale.filter((entry) => !read.present.has(keyOf(entry.sample_id, entry.metric)));
  return { cleared, kept, stale: [...listed, ...stale] };
}

/** Earlier overrides that no sheet speaks of: those whose sample is as it was stay, the others are stale. */
export function sortKept(
  overrides: readonly Override[],
  scores: ScoresFile,
): { readonly kept: Override[]; readonly stale: StaleOverride[] } {
  const kept: Override[] = [];
  const stale: StaleOverride[] = [];
  for (const override of overrides) {
    const why = explainStale(override, scores);
    const { sample_id, metric, manual, source } = override;
    if (why === null) kept.push(override);
    else stale.push({ sample_id, metric, manual, source, why });
  }
  return { kept, stale };
}

function explainStale(override: Override, scores: ScoresFile): string | null {
  const sample = getOwn(scores.per_sample, override.sample_id);
  if (sample === undefined) return STALE_REASONS.dropped;
  if (sample.inputs_sha256 !== override.inputs_sha256) return STALE_REASONS.changed;
  if (getOwn(scores.metrics, override.metric) === undefined) return STALE_REASONS.unknown;
  return getOwn(sample.unscored, override.metric)?.status === 'not_applicable' ? STALE_REASONS.outside : null;
}

function refuse(sheet: SheetState, problems: readonly Problem[]): ReportcardError {
  const count = problems.length === 1 ? '1 cell cannot be used' : `${problems.length} cells cannot be used`;
  const list = problems.map((problem) => `  ${formatProblem({ ...problem, file: undefined })}`).join('\n');
  return new ReportcardError({
    code: 'data',
    file: sheet.path,
    message: `${count}; nothing was applied:\n${list}`,
    problems,
  });
}
