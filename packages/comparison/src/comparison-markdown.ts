import type { Comparison } from '@reportcard/report-schema';
import {
  changedSliceRows,
  countFailures,
  DIFFERENCE_HEADINGS,
  type DifferenceRow,
  overallRows,
} from './comparison-lines.ts';
import { escapeMarkdown } from './escape-text.ts';

/** How many samples of new and fixed failures are listed. */
const LISTED = 50;

/** A comparison as GitHub-flavoured Markdown. Significant rows are bold. */
export function formatComparisonMarkdown(comparison: Comparison): string {
  const { run_a, run_b, n_a, n_b, n_paired } = comparison;
  const slices = changedSliceRows(comparison);
  const lines = [
    `# ${escapeMarkdown(run_b)} compared with ${escapeMarkdown(run_a)}`,
    '',
    `A: ${escapeMarkdown(run_a)} (${n_a} samples) · B: ${escapeMarkdown(run_b)} (${n_b} samples) · ${n_paired} paired`,
    '',
    ...comparison.warnings.flatMap((warning) => [`> ${escapeMarkdown(warning)}`, '']),
    ...table(overallRows(comparison)),
    '',
    '## Slices',
    '',
    ...(slices.length === 0
      ? [`None of ${comparison.slices.length} stays different after the correction for many slices.`]
      : table(slices)),
    '',
    `## New failures: ${escapeMarkdown(countFailures(comparison.new_failures))}`,
    '',
    ...listFailures(comparison.new_failures),
    `## Fixed failures: ${escapeMarkdown(countFailures(comparison.fixed_failures))}`,
    '',
    ...listFailures(comparison.fixed_failures),
    'p: sign-flip test, exact McNemar test for 0/1 scores; in slices corrected by Holm over the slices of a metric. n needed: pairs that would tell this difference with a power of 80 %.',
    '',
  ];
  return lines.join('\n');
}

function table(rows: readonly DifferenceRow[]): string[] {
  const [first = '', ...others] = DIFFERENCE_HEADINGS;
  return [
    `| ${[first, ...others].join(' | ')} |`,
    `|---|${others.map(() => '--:').join('|')}|`,
    ...rows.map(({ name, cells, verdict }) => {
      const isTold = verdict === 'improved' || verdict === 'worse';
      const shown = cells
        .map((cell) => escapeMarkdown(cell))
        .map((cell, i) => (isTold && i === cells.length - 2 ? `**${cell}**` : cell));
      return `| ${[escapeMarkdown(name), ...shown].join(' | ')} |`;
    }),
  ];
}

function listFailures(failures: Comparison['new_failures']): string[] {
  if (failures.length === 0) return [];
  const rest = failures.length - LISTED;
  const items = failures
    .slice(0, LISTED)
    .map(
      ({ sample_id, failure_reasons }) =>
        `* ${escapeMarkdown(sample_id)}: ${escapeMarkdown(failure_reasons.join(', '))}`,
    );
  return [...items, ...(rest > 0 ? [`* and ${rest} more`] : []), ''];
}
