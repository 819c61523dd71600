import {
  createSampleId,
  findVaryingFields,
  formatProblem,
  getOwn,
  type Problem,
  ReportcardError,
  type SampleScores,
  type ScoresFile,
  type SheetRow,
  type SheetState,
  type StaleOverride,
  sampleKeys,
  samplesOf,
} from '@reportcard/report-schema';
import {
  cutHash,
  humanScorableMetrics,
  inclusionColumn,
  manualColumn,
  matchRows,
  REASON_COLUMN,
  REVIEWER_COLUMN,
  secondManualColumn,
} from '@reportcard/score-sheet';
import { checkAutomaticCells } from './check-automatic-cells.ts';
import { checkManualColumns } from './check-manual-columns.ts';
import { checkRows } from './check-rows.ts';
import { describeSheet } from './describe-sheet.ts';
import { STALE_REASONS, sortEarlier } from './earlier-overrides.ts';
import type { AuditCell, ManualOverrides, ManualScore } from './manual-overrides.ts';
import { type ManualCells, readManualCells, readRemark } from './read-manual-cells.ts';
import { cellSource, rowHash } from './sheet-cell.ts';

/** How a sheet is held against its scores. */
export interface LoadOptions {
  /** SHA-256 of the `_scores.json` given; rows made from another one are not compared with its automatic values. */
  readonly scoresSha256?: string | undefined;
  /** Metric ids a human may score besides those whose definition says so. */
  readonly humanScorable?: readonly string[] | undefined;
}

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
  const read: Reading = { scores: [], audit: [], stale: [], withoutHash: 0 };
  const metrics = humanScorable.filter((metric) => hasManualColumn(sheet, metric));
  for (const [id, sample] of samplesOf(scores)) {
    const row = matched.rows.get(id);
    if (row === undefined) continue;
    for (const metric of metrics) {
      const cells = readManualCells(sheet, row, scores, { metric, sample, problems });
      addCells(read, sheet, row, { id, sample, cells });
    }
  }
  const dropped = sortDropped(rows.dropped, scores);
  for (const [id, row] of dropped) {
    for (const metric of metrics) {
      const cells = readManualCells(sheet, row, scores, { metric, sample: undefined, problems });
      addStale(read, sheet, row, { id, cells, why: STALE_REASONS.dropped });
    }
  }
  if (problems.length > 0) throw refuse(sheet, problems);
  const earlier = sortEarlier(sheet, scores, (id) => matched.rows.get(id) ?? dropped.get(id));
  const parts = { ...read, ...earlier, stale: [...read.stale, ...earlier.stale] };
  const notes = describeSheet(sheet, { ...parts, dropped: dropped.size, unchecked: automatic.unchecked });
  const { scores: typed, audit, cleared, kept, stale } = parts;
  return { scores: typed, audit, cleared, kept, stale, notes };
}

interface Reading {
  readonly scores: ManualScore[];
  readonly audit: AuditCell[];
  readonly stale: StaleOverride[];
  withoutHash: number;
}

function hasManualColumn(sheet: SheetState, metric: string): boolean {
  return [manualColumn(metric), secondManualColumn(metric), inclusionColumn(metric)].some((column) =>
    sheet.columns.includes(column),
  );
}

interface SampleCells {
  readonly id: string;
  readonly sample: SampleScores;
  readonly cells: ManualCells;
}

function addCells(read: Reading, sheet: SheetState, row: SheetRow, { id, sample, cells }: SampleCells): void {
  const { metric, first, second } = cells;
  if (typeof first !== 'number' && typeof cells.pi !== 'number') return;
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
  if (typeof first !== 'number') return;
  const source = cellSource(sheet, row, manualColumn(metric));
  read.stale.push({ sample_id: id, metric, manual: first, source, why });
}

/** Rows of samples that are gone with the ids these had, in the order of the ids: the order of rows changes nothing. */
function sortDropped(rows: readonly SheetRow[], scores: ScoresFile): ReadonlyMap<string, SheetRow> {
  const varying = findVaryingFields(sampleKeys(scores));
  const idOf = (row: SheetRow): string => {
    const text = (column: string): string => (getOwn(row.cells, column) ?? '').trim();
    const key = { query_id: text('query_id'), query_mode: text('query_mode'), unit_id: text('unit_id') };
    return createSampleId({ ...key, pass: Number(text('pass')) || 0 }, varying);
  };
  const entries = rows.map((row) => [idOf(row), row] as const);
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
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
