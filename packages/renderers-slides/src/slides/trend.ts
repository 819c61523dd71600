import { formatDay, formatValue, type MetricRow } from '@reportcard/renderer-kit';
import { drawTrendPanel } from '../charts/trend-panel.ts';
import { type DeckModel, valuesOver } from '../model/deck-model.ts';
import { pickKeyFigures } from '../model/key-figures.ts';
import { shortName } from '../model/short-name.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

/** Month and day of a run, such as `06-01`. */
function dayOf(at: string | undefined): string {
  const day = formatDay(at ?? null);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day.slice(5) : day.slice(0, 10);
}

function createPanel(model: DeckModel, row: MetricRow): Readonly<Record<string, unknown>> {
  const { messages, runs } = model;
  const values = valuesOver(model, row.id);
  const dataset = runs.at(-1)?.dataset_sha256 ?? null;
  return {
    label: row.label,
    target: row.target === null ? '' : `${messages.text('legend.target')} ${row.shown.target}`,
    figure: drawTrendPanel({
      points: runs.map((run, index) => ({
        value: values[index] ?? null,
        title: messages.text('trend.point', { run: run.run_id, value: formatValue(values[index] ?? null, row.style) }),
        same_data: run.dataset_sha256 === dataset,
      })),
      target: row.target?.threshold ?? null,
      higher_is_better: row.info.higher_is_better,
      state: row.state,
      value_text: row.shown.value,
      first_date: dayOf(runs[0]?.at),
      last_date: dayOf(runs.at(-1)?.at),
      name: messages.text('trend.chart', { metric: row.label }),
    }),
  };
}

function createTitle(model: DeckModel, rows: readonly MetricRow[]): string {
  const { messages, runs } = model;
  const row = rows.find((one) => one.id === model.report.headline_metric?.id) ?? rows[0];
  const first = row === undefined ? null : (valuesOver(model, row.id).find((value) => value !== null) ?? null);
  if (row === undefined || first === null) return messages.text('trend.title_plain', { n: runs.length });
  return messages.text('trend.title', {
    n: runs.length,
    metric: shortName(row.label),
    from: formatValue(first, row.style),
    to: row.shown.value,
  });
}

export const trendSlide: Slide = defineSlide({
  id: 'trend',
  template: 'trend.njk',
  section: 'talk',
  seconds: 9,
  when: (model) => model.runs.length > 1 && pickKeyFigures(model).length > 0,
  data(model): SlideContext & Readonly<Record<string, unknown>> {
    const { messages, runs } = model;
    const rows = pickKeyFigures(model);
    const title = createTitle(model, rows);
    const last = runs.at(-1)?.dataset_sha256 ?? null;
    return {
      title,
      kicker: messages.text('trend.section'),
      notes: [title],
      panels: rows.map((row) => createPanel(model, row)),
      note: runs.some((run) => run.dataset_sha256 !== last) ? messages.text('legend.other_data') : '',
    };
  },
});
