import { formatValue, type MetricRow, metricsOf, SHORT_DECIMAL } from '@reportcard/renderer-kit';
import { createDotDomain, drawDotRow } from '../charts/dot-row.ts';
import { closeInterval, type Interval } from '../charts/interval.ts';
import { numbersOf } from '../model/axis.ts';
import type { DeckModel } from '../model/deck-model.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const TRACK_WIDTH = 552;

type Rows = readonly MetricRow[];

function findWorst(rows: Rows, state: MetricRow['state']): MetricRow | undefined {
  const margin = (row: MetricRow): number => (row.value ?? 1) - (row.target?.threshold ?? 0);
  return rows.filter((row) => row.state === state).sort((a, b) => margin(a) - margin(b))[0];
}

function createTitle(model: DeckModel, rows: Rows, lexical: boolean): string {
  const { messages } = model;
  const [weakest] = rows.filter((row) => row.value !== null).sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const name = (row: MetricRow | undefined): Record<string, string> => ({
    metric: row?.label ?? '',
    value: row?.shown.value ?? '',
    target: row?.shown.target ?? '',
  });
  if (lexical) return messages.text('ragas.title_lexical', name(weakest));
  const bad = findWorst(rows, 'bad');
  if (bad !== undefined) return messages.text('ragas.title_bad', name(bad));
  const amber = findWorst(rows, 'amber');
  if (amber !== undefined) return messages.text('ragas.title_amber', name(amber));
  const judged = rows.filter((row) => row.target !== null);
  if (judged.length === 0 || judged.some((row) => row.state !== 'good')) {
    return messages.text('ragas.title_open', name(weakest));
  }
  return messages.text('ragas.title_all', name(findWorst(judged, 'good')));
}

function createRow(model: DeckModel, row: MetricRow, domain: Interval): Readonly<Record<string, unknown>> {
  const { messages } = model;
  const missing = row.n_total - row.n_scored;
  return {
    id: row.id,
    label: row.label,
    explanation: row.explanation,
    value: row.shown.value,
    interval: row.ci95 === null ? '' : row.shown.ci95,
    state: row.state,
    state_text: messages.text(`state.${row.state}`),
    target: row.target === null ? '' : row.shown.target,
    small: row.small,
    samples: messages.text(missing === 0 ? 'ragas.complete' : 'ragas.missing', { n: row.n_scored, missing }),
    figure: drawDotRow(
      {
        value: row.value,
        interval: closeInterval(row.ci95, domain),
        previous: row.delta?.baseline ?? null,
        target: row.target?.threshold ?? null,
        state: row.state,
        domain,
      },
      TRACK_WIDTH,
    ),
  };
}

function createLegend(model: DeckModel, rows: Rows): readonly Readonly<Record<string, string>>[] {
  const { messages } = model;
  const items = [{ mark: 'dot', text: messages.text('legend.this_run') }];
  if (rows.some((row) => (row.delta?.baseline ?? null) !== null)) {
    items.push({ mark: 'hollow', text: messages.text('legend.last_run') });
  }
  if (rows.some((row) => row.target !== null)) items.push({ mark: 'tick', text: messages.text('legend.target') });
  return items;
}

function createContext(
  model: DeckModel,
  rows: Rows,
  lexical: boolean,
): SlideContext & Readonly<Record<string, unknown>> {
  const { messages, report } = model;
  const kicker = messages.text(lexical ? 'ragas.section_lexical' : 'ragas.section');
  if (rows.every((row) => row.value === null)) {
    const title = messages.text('ragas.empty_title');
    const asked = rows.some((row) => (row.stats?.n_judge_error ?? 0) > 0);
    const empty = messages.text(asked ? 'ragas.empty_errors' : 'ragas.empty');
    return { title, kicker, notes: [title], nothing: empty, rows: [], legend: [], warning: null };
  }
  const domain = createDotDomain(rows.flatMap(numbersOf));
  const title = createTitle(model, rows, lexical);
  const sameFamily = !lexical && report.run.same_family === true;
  return {
    title,
    kicker,
    notes: [title],
    nothing: null,
    rows: rows.map((row) => createRow(model, row, domain)),
    axis: domain.map((value) => formatValue(value, SHORT_DECIMAL)),
    legend: createLegend(model, rows),
    warning: sameFamily ? messages.text('ragas.same_family') : lexical ? messages.text('ragas.lexical_note') : null,
  };
}

/** The five RAGAS metrics; says that nothing was measured where no judge was at work. */
export const ragasSlide: Slide = defineSlide({
  id: 'ragas',
  template: 'ragas.njk',
  section: 'talk',
  seconds: 12,
  when: (model) => metricsOf(model.report, 'ragas').length > 0 && model.report.run.n_samples > 0,
  data: (model) => createContext(model, metricsOf(model.report, 'ragas'), false),
});

/** Estimates of the lexical judge, apart from the RAGAS metrics and in the backup. */
export const lexicalSlide: Slide = defineSlide({
  id: 'lexical',
  template: 'ragas.njk',
  section: 'backup',
  seconds: 0,
  when: (model) => metricsOf(model.report, 'lexical').some((row) => row.value !== null),
  data: (model) => createContext(model, metricsOf(model.report, 'lexical'), true),
});
