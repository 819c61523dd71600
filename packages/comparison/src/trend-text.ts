import { alignTable } from './comparison-text.ts';
import type { Trend } from './create-trend.ts';
import { formatNumber, formatP } from './format-numbers.ts';

/** A trend for a terminal: one line a run, oldest first, with shifts of level marked. Ends with a line feed. */
export function formatTrendText(trend: Trend): string {
  const rows = trend.points.map((point) => {
    const change = trend.change_points.find(({ run_id }) => run_id === point.run_id);
    const notes = [
      ...(change === undefined
        ? []
        : [`◆ level ${formatNumber(change.before)} → ${formatNumber(change.after)} (p = ${formatP(change.p)})`]),
      ...(point.dataset_changed ? ['other data set'] : []),
    ];
    return [point.at, point.run_id, formatNumber(point.value), `n = ${point.n}`, notes.join(', ')];
  });
  return `${alignTable([['at', 'run', trend.metric, '', ''], ...rows]).join('\n')}\n`;
}
