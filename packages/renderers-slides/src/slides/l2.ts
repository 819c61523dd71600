import { SMALL_N } from '@reportcard/report-schema';
import { createHeatTable, heatRowHeight } from '../model/heat-table.ts';
import { paginate } from '../model/paginate.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const ROWS_A_PAGE = 18;

export const l2Slide: Slide = defineSlide({
  id: 'l2',
  template: 'heat.njk',
  section: 'backup',
  seconds: 0,
  when: (model) => model.report.l2.length > 0,
  data(model): readonly (SlideContext & Readonly<Record<string, unknown>>)[] {
    const { messages, report } = model;
    const pages = paginate(report.l2, ROWS_A_PAGE);
    return pages.map((rows, index) => {
      const table = createHeatTable(model, rows);
      return {
        title: messages.text(pages.length === 1 ? 'l2.title_one' : 'l2.title', {
          page: index + 1,
          pages: pages.length,
        }),
        kicker: messages.text('l2.section'),
        notes: [],
        name: messages.text('slice.intent_l2'),
        table,
        row_height: heatRowHeight(rows.length),
        legend: [
          messages.text(table.against_overall ? 'legend.heat_overall' : 'legend.heat'),
          ...(rows.some((row) => row.small) ? [messages.text('legend.few', { n: SMALL_N })] : []),
        ],
      };
    });
  },
});
