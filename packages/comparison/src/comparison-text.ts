import type { Comparison } from '@reportcard/report-schema';
import {
  changedSliceRows,
  countFailures,
  DIFFERENCE_HEADINGS,
  type DifferenceRow,
  overallRows,
} from './comparison-lines.ts';

/** Control characters of names must not reach a terminal. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * A comparison for a terminal: the overall differences, the slices that stay different after correction, failures that
 * came and went, warnings. Ends with a line feed.
 */
export function formatComparisonText(comparison: Comparison): string {
  const { run_a, run_b, n_a, n_b, n_paired } = comparison;
  const slices = changedSliceRows(comparison);
  const lines = [
    `A ${run_a} (${n_a} samples)`,
    `B ${run_b} (${n_b} samples), ${n_paired} paired`,
    '',
    ...alignTable([DIFFERENCE_HEADINGS, ...overallRows(comparison).map(toCells)]),
    '',
    ...(slices.length === 0
      ? [`no slice of ${comparison.slices.length} stays different after the correction for many slices`]
      : [
          'slices that stay different after the correction for many slices',
          ...alignTable([DIFFERENCE_HEADINGS, ...slices.map(toCells)]),
        ]),
    '',
    `new failures: ${countFailures(comparison.new_failures)}`,
    `fixed failures: ${countFailures(comparison.fixed_failures)}`,
    ...comparison.warnings.map((warning) => `! ${warning}`),
  ];
  return `${lines.map((line) => line.replace(CONTROLS, ' ')).join('\n')}\n`;
}

function toCells(row: DifferenceRow): readonly string[] {
  return [row.name, ...row.cells];
}

/** Columns padded to the width of their longest cell; full-width characters take two places. */
export function alignTable(rows: readonly (readonly string[])[]): string[] {
  const clean = rows.map((row) => row.map((cell) => cell.replace(CONTROLS, ' ')));
  const widths = (clean[0] ?? []).map((_, column) => Math.max(...clean.map((row) => displayWidth(row[column] ?? ''))));
  return clean.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}

function displayWidth(text: string): number {
  return [...text].reduce(
    (width, character) =>
      width +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u.test(character)
        ? 2
        : 1),
    0,
  );
}
