import type { FailureRule } from '@reportcard/failures';
import {
  createRecord,
  type Override,
  ReportcardError,
  type ScoresFile,
  type ScoreTable,
  tableFromScores,
} from '@reportcard/report-schema';
import { type AppliedScore, restoreAutomatic, setManual } from './automatic-layer.ts';
import { biasWarning, isBiasWarning } from './bias-warning.ts';
import { isSameNumber } from './check-automatic-cells.ts';
import { keyOf, type ManualOverrides } from './manual-overrides.ts';
import { measureAudit } from './measure-audit.ts';
import { measureAutomatic, selectChanged } from './measure-automatic.ts';
import { reaggregate } from './reaggregate.ts';

/** Time and failure rules of an application of human scores. */
export interface ApplyOptions {
  /** The time to note for scores that are new, ISO 8601. */
  readonly now: string;
  readonly rules: readonly FailureRule[];
}

/** A human score with everything its audit entry says but the automatic state. */
interface Entry extends AppliedScore {
  /** Carried over from an earlier report without a cell that says it. */
  readonly isKept: boolean;
  readonly override: Omit<Override, 'auto'>;
}

/**
 * Puts human scores into effect (METRICS §8.5, DESIGN §4.2): a human score wins over the automatic one and fills one that
 * is missing; without one the automatic value stands. Derived metrics, failures and every aggregate follow. Typing the
 * automatic value confirms it and is no override. Applying twice is applying once; a cleared score leaves no trace but its
 * count. Throws a `data` error for a score on a sample to which the metric is not applicable; `scores` is not changed.
 */
export function applyManualOverrides(
  scores: ScoresFile,
  overrides: ManualOverrides,
  { now, rules }: ApplyOptions,
): ScoresFile {
  const table = restoreAutomatic(tableFromScores(scores), scores.meta.overrides);
  const entries = sortEntries(table, [
    ...typedEntries(table, scores, overrides, now),
    ...keptEntries(table, overrides),
  ]);
  const audit = measureAudit(table, overrides.audit, { meta: scores.meta, rules });
  const automatic = entries.length === 0 ? null : measureAutomatic(table, entries, scores);
  const applied = applyEntries(table, entries);
  const wanted = new Set(overrides.cleared.map(({ sampleId, metric }) => keyOf(sampleId, metric)));
  const cleared = scores.meta.overrides.filter(({ sample_id, metric }) => wanted.has(keyOf(sample_id, metric))).length;
  const warnings = [
    ...scores.meta.warnings.filter((warning) => !isBiasWarning(warning)),
    ...biasWarning(applied, overrides.audit),
  ];
  const meta = {
    ...scores.meta,
    warnings,
    manual_overrides: applied.length,
    overrides: applied,
    overrides_stale: [...overrides.stale],
    overrides_cleared: scores.meta.overrides_cleared + cleared,
  };
  const overallAuto = automatic === null ? createRecord<number | null>() : selectChanged(automatic, table, applied);
  const base = { ...scores, ...audit, overall_auto: overallAuto };
  return reaggregate({ table, metrics: scores.metrics, meta, rules, base });
}

/** Puts entries into the table; those that say what the automatic score says are taken out again and left out. */
function applyEntries(table: ScoreTable, entries: readonly Entry[]): Override[] {
  const states = setManual(table, entries);
  return entries.flatMap(({ row, metric, value, isKept, override }, index): Override[] => {
    const auto = states[index] ?? table.get(row, metric);
    if (!isKept && auto.value !== null && isSameNumber(auto.value, value, String(value))) {
      table.set(row, metric, { ...table.get(row, metric), value: auto.value, manual: false });
      return [];
    }
    const { sample_id, metric: _, ...rest } = override;
    return [{ sample_id, metric, auto, ...rest }];
  });
}

function typedEntries(table: ScoreTable, scores: ScoresFile, overrides: ManualOverrides, now: string): Entry[] {
  const earlier = new Map(scores.meta.overrides.map((entry) => [keyOf(entry.sample_id, entry.metric), entry]));
  return overrides.scores.map(({ sampleId, metric, value, reviewer, reason, source }): Entry => {
    const row = requireRow(table, sampleId, metric);
    refuseNotApplicable(table.get(row, metric).status, sampleId, metric);
    const before = earlier.get(keyOf(sampleId, metric));
    const known = before?.manual === value ? before : { at: now, source };
    const inputs_sha256 = table.sample(row).inputs_sha256;
    const remarks = { reviewer, reason, at: known.at, source: known.source };
    return {
      row,
      metric,
      value,
      isKept: false,
      override: { sample_id: sampleId, metric, manual: value, ...remarks, inputs_sha256 },
    };
  });
}

function keptEntries(table: ScoreTable, overrides: ManualOverrides): Entry[] {
  return overrides.kept.map(({ auto, ...override }) => {
    const { sample_id, metric, manual } = override;
    return { row: requireRow(table, sample_id, metric), metric, value: manual, isKept: true, override };
  });
}

/** The order of rows, then of metrics, whatever the order of the sheet was. */
function sortEntries(table: ScoreTable, entries: readonly Entry[]): Entry[] {
  const place = new Map(table.metrics.map((metric, index) => [metric, index]));
  return [...entries].sort((a, b) => a.row - b.row || (place.get(a.metric) ?? 0) - (place.get(b.metric) ?? 0));
}

function requireRow(table: ScoreTable, sampleId: string, metric: string): number {
  const row = table.row(sampleId);
  if (row !== undefined && table.has(metric)) return row;
  throw new ReportcardError({
    code: 'data',
    message: `a human score for ${metric} of ${JSON.stringify(sampleId)}, which these scores do not hold`,
    expected: 'overrides that were loaded against the same scores',
  });
}

function refuseNotApplicable(status: string, sampleId: string, metric: string): void {
  if (status !== 'not_applicable') return;
  throw new ReportcardError({
    code: 'data',
    path: `${sampleId}, ${metric}`,
    message: `${metric} is not applicable to this sample and cannot be scored by hand`,
  });
}
