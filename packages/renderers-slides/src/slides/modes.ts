import { formatCount } from '@reportcard/renderer-kit';
import { heatLevel } from '../model/heat.ts';
import { formatShort, heatRowHeight, pickHeatMetrics } from '../model/heat-table.ts';
import { paginate } from '../model/paginate.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const ROWS_A_PAGE = 16;

/** Query modes side by side; only where a run has several. */
export const modesSlide: Slide = defineSlide({
  id: 'modes',
  template: 'heat.njk',
  section: 'backup',
  seconds: 0,
  when: (model) => model.report.modes.length > 1,
  data(model): readonly (SlideContext & Readonly<Record<string, unknown>>)[] {
    const { messages, report } = model;
    const metrics = pickHeatMetrics(model);
    return paginate(report.modes, ROWS_A_PAGE).map((modes) => ({
      title: messages.text('modes.title'),
      kicker: messages.text('modes.section'),
      notes: [],
      name: messages.text('modes.name'),
      row_height: heatRowHeight(modes.length),
      table: {
        columns: metrics.map((row) => ({
          label: row.label,
          reference: row.target === null ? '' : row.shown.target,
        })),
        rows: modes.map(({ mode, metrics: values }) => ({
          name: mode,
          n: formatCount(Math.max(0, ...values.map((row) => row.n_total))),
          small: false,
          cells: metrics.map((metric) => {
            const value = values.find((row) => row.id === metric.id)?.value ?? null;
            const reference = metric.target?.threshold ?? null;
            return {
              text: formatShort(value, metric),
              level: heatLevel(value, reference, metric.info.higher_is_better),
            };
          }),
        })),
      },
      legend: [messages.text('legend.heat')],
    }));
  },
});
