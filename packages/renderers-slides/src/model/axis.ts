import type { MetricRow } from '@reportcard/renderer-kit';

/** Numbers a row shows on an axis. */
export function numbersOf(row: MetricRow): number[] {
  return [row.value, row.target?.threshold ?? null, row.delta?.baseline ?? null, ...(row.ci95 ?? [])].filter(
    (value) => value !== null,
  );
}

function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 7.5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}

/**
 * End of an axis that begins at 0: 1 for ratios where more is better; else a round number with room above the value, its
 * interval and twice the target.
 */
export function axisEnd(row: MetricRow): number {
  if (row.info.unit === 'ratio' && row.info.higher_is_better) return 1;
  const largest = Math.max(...numbersOf(row), (row.target?.threshold ?? 0) * 1.8, (row.value ?? 0) * 1.3);
  const end = niceCeiling(Math.max(largest, row.info.unit === 'ratio' ? 0.02 : 1));
  return row.info.unit === 'ratio' ? Math.min(1, end) : end;
}
