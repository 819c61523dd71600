import { formatCount, type MetricRow, type SliceRow } from '@reportcard/renderer-kit';
import { drawDotRow } from '../charts/dot-row.ts';
import { closeInterval, type Interval } from '../charts/interval.ts';
import { axisEnd } from '../model/axis.ts';
import type { DeckModel } from '../model/deck-model.ts';
import { metricOf } from '../model/deck-model.ts';
import { paginate } from '../model/paginate.ts';
import { findWeakSlice } from '../model/weakest.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';
import { shortenText } from '../svg/text-width.ts';

const ROWS_A_PAGE = 6;
const COLUMNS = ['hit@5', 'mrr@10', 'answer_correctness', 'false_refusal_rate'];
const MOST_COLUMNS = 4;
const TRACK_WIDTH = 138;

function pickColumns(model: DeckModel): readonly MetricRow[] {
  const { report } = model;
  const headline = report.headline_metric === null ? [] : [report.headline_metric.id];
  const ids = new Set([...headline, ...COLUMNS, ...report.slice_metrics.map((row) => row.id)]);
  return [...ids]
    .flatMap((id) => metricOf(model, id) ?? [])
    .filter((row) => row.value !== null)
    .slice(0, MOST_COLUMNS);
}

/** One axis a column, over all rows: cut at a tenth for ratios where more is better, from 0 elsewhere. */
function createDomain(rows: readonly SliceRow[], metric: MetricRow): Interval {
  if (metric.info.unit !== 'ratio' || !metric.info.higher_is_better) return [0, axisEnd(metric)];
  const numbers = rows.flatMap((row) => row.cells[metric.id]?.value ?? []);
  const low = Math.min(...numbers, metric.target?.threshold ?? 1, 0.9);
  return [Math.max(0, Math.floor(low * 10 - 2) / 10), 1];
}

function createCell(row: SliceRow, metric: MetricRow, domain: Interval): Readonly<Record<string, unknown>> {
  const cell = row.cells[metric.id];
  return {
    text: cell?.text ?? '',
    state: cell?.state ?? 'none',
    figure:
      cell === undefined || cell.value === null
        ? null
        : drawDotRow(
            {
              value: cell.value,
              interval: closeInterval(cell.ci95, domain),
              previous: null,
              target: cell.target?.threshold ?? null,
              state: cell.state,
              domain,
            },
            TRACK_WIDTH,
          ),
  };
}

export const l1Slide: Slide = defineSlide({
  id: 'l1',
  template: 'l1.njk',
  section: 'backup',
  seconds: 0,
  when: (model) => model.report.l1.length > 0 && pickColumns(model).length > 0,
  data(model): readonly (SlideContext & Readonly<Record<string, unknown>>)[] {
    const { messages, report } = model;
    const columns = pickColumns(model);
    const domains = columns.map((metric) => createDomain(report.l1, metric));
    const weakest = findWeakSlice(report.l1, report.headline_metric);
    const title =
      weakest === null || report.l1.length < 2
        ? messages.text('l1.title_plain')
        : messages.text('l1.title', { slice: shortenText(weakest.label, 20) });
    return paginate(report.l1, ROWS_A_PAGE).map((rows) => ({
      title,
      kicker: messages.text('l1.section'),
      row_height: Math.min(92, Math.floor(400 / rows.length)),
      notes: [],
      columns: columns.map((metric) => ({
        label: metric.label,
        target:
          metric.target === null ? messages.text('table.overall', { value: metric.shown.value }) : metric.shown.target,
      })),
      rows: rows.map((row) => ({
        name: row.label,
        n: formatCount(row.n_total),
        small: row.small,
        cells: columns.map((metric, index) => createCell(row, metric, domains[index] ?? [0, 1])),
      })),
      legend: [
        { mark: 'dot', text: messages.text('legend.this_run') },
        ...(columns.some((metric) => metric.target !== null)
          ? [{ mark: 'tick', text: messages.text('legend.target') }]
          : []),
      ],
    }));
  },
});
