import { codeSpan, escapeCell, formatCount, type Messages, type ReportModel } from '@reportcard/renderer-kit';
import { createColumns, type Table } from '../markdown/table.ts';

function titlesOf(keys: readonly string[], messages: Messages): readonly string[] {
  return keys.map((key) => messages.text(key));
}

/** What the human scores did to the means: before, after, change. */
export function createEffectTable(model: ReportModel, messages: Messages): Table {
  const titles = titlesOf(['md.metric', 'md.count', 'md.before', 'md.after', 'md.change'], messages);
  return {
    columns: createColumns('lrrrr', titles),
    rows: model.overrides.effects.map(({ label, metric, n, shown }) => [
      `${escapeCell(label)} ${codeSpan(metric)}`,
      formatCount(n),
      escapeCell(shown.before),
      escapeCell(shown.after),
      escapeCell(shown.difference),
    ]),
  };
}

/** Every human score in force beside what it replaced. */
export function createOverrideTable(model: ReportModel, messages: Messages): Table {
  const titles = titlesOf(['md.sample', 'md.metric', 'md.before', 'md.after', 'md.reviewer', 'md.reason'], messages);
  return {
    columns: createColumns('llrrll', titles),
    rows: model.overrides.rows.map((row) => [
      codeSpan(row.sample_id),
      escapeCell(row.label),
      escapeCell(row.before),
      escapeCell(row.after),
      escapeCell(row.reviewer),
      escapeCell(row.reason),
    ]),
  };
}

/** Human scores that were not applied, and why, as list items. */
export function listStale(model: ReportModel, messages: Messages): readonly string[] {
  const colon = messages.text('md.colon');
  return model.overrides.stale.map(
    (row) => `- ${codeSpan(row.sample_id, 'text')} ${escapeCell(`${row.label} ${row.after}${colon}${row.why}`)}`,
  );
}

/** Judge against humans on the planned audit: labels, mean, corrected mean, agreement; no rows without an audit. */
export function createAuditTable(model: ReportModel, messages: Messages): Table {
  const titles = titlesOf(['md.metric', 'md.labelled', 'md.value', 'md.corrected', 'md.ci95'], messages);
  return {
    columns: createColumns('llrrcrr', [...titles, 'κ', 'ρ']),
    rows: model.audit.map((row) => [
      `${escapeCell(row.label)} ${codeSpan(row.metric)}`,
      escapeCell(`${row.n_labelled}/${row.n_planned} (${row.state})`),
      escapeCell(row.shown.value),
      escapeCell(row.shown.corrected),
      escapeCell(row.shown.corrected_ci95),
      escapeCell(row.shown.kappa),
      escapeCell(row.shown.spearman),
    ]),
  };
}
