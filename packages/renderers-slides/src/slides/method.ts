import { formatCount, type MetricRow } from '@reportcard/renderer-kit';
import type { DeckModel } from '../model/deck-model.ts';
import { paginate } from '../model/paginate.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const ROWS_A_PAGE = 13;

function createRow(model: DeckModel, row: MetricRow): Readonly<Record<string, unknown>> {
  const missing = row.n_total - row.n_scored;
  return {
    label: row.label,
    id: row.id,
    target: row.shown.target,
    value: row.shown.value,
    interval: row.shown.ci95,
    scored: formatCount(row.n_scored),
    small: row.small,
    missing: missing === 0 ? '·' : formatCount(missing),
    state: row.state,
    state_text: model.messages.text(`state.${row.state}`),
  };
}

/** Every metric with target, value, interval, samples and verdict. */
export const methodSlide: Slide = defineSlide({
  id: 'method',
  template: 'method.njk',
  section: 'backup',
  seconds: 0,
  when: (model) => model.report.metrics.length > 0,
  data(model): readonly (SlideContext & Readonly<Record<string, unknown>>)[] {
    const { messages, report } = model;
    const pages = paginate(report.metrics, ROWS_A_PAGE);
    return pages.map((rows, index) => ({
      title: messages.text(pages.length === 1 ? 'method.title' : 'method.title_page', {
        page: index + 1,
        pages: pages.length,
      }),
      kicker: messages.text('method.section'),
      notes: [],
      rows: rows.map((row) => createRow(model, row)),
    }));
  },
});
