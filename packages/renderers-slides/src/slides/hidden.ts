import { formatValue, liftSlices, type MetricRow, type SliceRow, shortStyle } from '@reportcard/renderer-kit';
import { SMALL_N } from '@reportcard/report-schema';
import { drawBullet } from '../charts/bullet.ts';
import { drawSwarm, type SwarmItem } from '../charts/swarm.ts';
import type { DeckModel } from '../model/deck-model.ts';
import { goalOf } from '../model/goal.ts';
import { shortName } from '../model/short-name.ts';
import { findWeakSlice, missesGoal } from '../model/weakest.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';
import { shortenText } from '../svg/text-width.ts';

const LISTED = 6;
const NAMED = 3;
const LIFTED = 3;

function createItems(model: DeckModel, metric: MetricRow, rows: readonly SliceRow[], goal: number): SwarmItem[] {
  return rows.flatMap((row, index) => {
    const cell = row.cells[metric.id];
    if (cell === undefined || cell.value === null) return [];
    const low = missesGoal(metric, cell.value, goal);
    return [
      {
        title: model.messages.text('hidden.circle', {
          name: shortenText(row.label, 24),
          value: cell.text,
          n: cell.n_scored,
        }),
        value: cell.value,
        n: cell.n_scored,
        small: cell.small,
        low,
        label:
          low && index < NAMED
            ? `${shortenText(row.label, 13)} ${formatValue(cell.value, shortStyle(metric.style), metric.target?.threshold)}`
            : null,
      },
    ];
  });
}

function createWorst(metric: MetricRow, row: SliceRow, goal: number, few: string): Readonly<Record<string, unknown>> {
  const cell = row.cells[metric.id];
  const value = cell?.value ?? null;
  const low = value !== null && missesGoal(metric, value, goal);
  return {
    name: row.label,
    n: cell?.n_scored ?? 0,
    few: cell?.small === true ? few : '',
    value: cell?.text ?? '',
    low,
    bar: drawBullet(
      { value, target: goal, previous: null, interval: null, maximum: 1, state: low ? 'bad' : 'none' },
      412,
    ),
  };
}

function createTitle(model: DeckModel, metric: MetricRow, rows: readonly SliceRow[], goal: number): string {
  const { messages } = model;
  const overall = metric.shown.value;
  const weakest = findWeakSlice(rows, metric);
  const cell = weakest?.cells[metric.id];
  if (weakest !== null && cell !== undefined) {
    if (cell.value === metric.value) return messages.text('hidden.title_all', { overall });
    const key = metric.info.higher_is_better ? 'hidden.title' : 'hidden.title_high';
    return messages.text(key, { overall, slice: shortenText(weakest.label, 16), value: cell.text });
  }
  const lowSmall = rows.some((row) => {
    const value = row.cells[metric.id]?.value ?? null;
    return value !== null && missesGoal(metric, value, goal);
  });
  return messages.text(lowSmall ? 'hidden.title_small' : 'hidden.title_even', { overall });
}

function createLift(model: DeckModel, metric: MetricRow, rows: readonly SliceRow[], goal: number): string {
  const { messages } = model;
  const goalText = metric.target === null ? metric.shown.value : formatValue(goal, metric.style);
  const lift =
    metric.info.aggregate === 'mean'
      ? liftSlices(rows, metric.id, metric.value, goal, LIFTED, metric.info.higher_is_better)
      : null;
  if (lift === null) {
    const some = rows.some((row) => missesGoal(metric, row.cells[metric.id]?.value ?? goal, goal));
    return messages.text(some ? 'hidden.few_lift' : 'hidden.no_lift', { goal: goalText, least: SMALL_N });
  }
  return messages.text('hidden.lift', {
    n: lift.keys.length,
    goal: goalText,
    metric: shortName(metric.label),
    from: formatValue(lift.before, metric.style),
    to: formatValue(lift.after, metric.style),
  });
}

function createContext(
  model: DeckModel,
  metric: MetricRow,
  goal: number,
): SlideContext & Readonly<Record<string, unknown>> {
  const { messages } = model;
  const rows = model.report.l2.filter((row) => (row.cells[metric.id]?.value ?? null) !== null);
  const title = createTitle(model, metric, rows, goal);
  const lift = createLift(model, metric, rows, goal);
  const low = rows.filter((row) => missesGoal(metric, row.cells[metric.id]?.value ?? goal, goal));
  const rest = low.length - LISTED;
  const target = metric.target;
  return {
    title,
    kicker: messages.text('hidden.section'),
    notes: [title, lift],
    nothing: null,
    caption: messages.text('hidden.caption', { metric: shortName(metric.label) }),
    figure: drawSwarm({
      items: createItems(model, metric, rows, goal),
      target:
        target === null
          ? null
          : { value: target.threshold, text: messages.text('hidden.target', { value: metric.shown.target }) },
      overall:
        metric.value === null
          ? null
          : { value: metric.value, text: messages.text('hidden.overall', { value: metric.shown.value }) },
      higher_is_better: metric.info.higher_is_better,
      formatTick: (value) => formatValue(value, shortStyle(metric.style)),
      name: messages.text('hidden.chart', { metric: shortName(metric.label) }),
    }),
    worst_title: messages.text('hidden.worst'),
    worst: rows.slice(0, LISTED).map((row) => createWorst(metric, row, goal, messages.text('hidden.few'))),
    more: rest > 0 ? messages.text(target === null ? 'hidden.more_overall' : 'hidden.more', { n: rest }) : '',
    lift,
  };
}

export const hiddenSlide: Slide = defineSlide({
  id: 'hidden',
  template: 'hidden.njk',
  section: 'talk',
  seconds: 20,
  when: (model) => model.report.headline_metric !== null && model.report.run.n_samples > 0,
  data(model) {
    const metric = model.report.headline_metric;
    const goal = metric === null ? null : goalOf(metric);
    const usable = metric !== null && goal !== null && metric.info.unit === 'ratio';
    const labelled = model.report.l2.filter(
      (row) => row.key !== '' && (row.cells[metric?.id ?? '']?.value ?? null) !== null,
    );
    if (usable && labelled.length > 0) return createContext(model, metric, goal);
    const title = model.messages.text('hidden.empty_title');
    const kicker = model.messages.text('hidden.section');
    return { title, kicker, notes: [title], nothing: model.messages.text('hidden.empty') };
  },
});
