import { formatParts, type MetricRow, shortStyle } from '@reportcard/renderer-kit';
import { drawBullet } from '../charts/bullet.ts';
import { closeInterval } from '../charts/interval.ts';
import { drawSparkline } from '../charts/sparkline.ts';
import { axisEnd } from '../model/axis.ts';
import { type DeckModel, valuesOver } from '../model/deck-model.ts';
import { pickKeyFigures } from '../model/key-figures.ts';
import { shortName } from '../model/short-name.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const CARD_WIDTH = 326;

function createTitle(model: DeckModel, rows: readonly MetricRow[]): string {
  const { messages } = model;
  const judged = rows.filter((row) => row.target !== null);
  const missed = judged.filter((row) => row.state !== 'good');
  const [first] = missed;
  const total = judged.length;
  const met = total - missed.length;
  if (total === 0) {
    const metric = rows[0];
    return messages.text('kpi.title_open', {
      metric: shortName(metric?.label ?? ''),
      value: metric?.shown.value ?? '',
      n: model.report.run.n_samples,
    });
  }
  if (first === undefined) return messages.text('kpi.title_all', { n: total });
  if (missed.every((row) => row.state === 'amber')) {
    return messages.text('kpi.title_amber', { met, total, metric: shortName(first.label) });
  }
  const worst = missed.find((row) => row.state === 'bad') ?? first;
  const values = { met, total, metric: shortName(worst.label), n: missed.length - 1, count: missed.length };
  return messages.text(missed.length === 1 ? 'kpi.title_one' : 'kpi.title_many', values);
}

function createDeltaChip(model: DeckModel, row: MetricRow): Readonly<Record<string, string>> | null {
  const { messages, input } = model;
  const { delta } = row;
  if (input.comparison === undefined)
    return { tone: 'calm', text: '', word: messages.text('kpi.no_baseline'), mark: '' };
  if (delta === null || delta.difference === null) {
    return { tone: 'calm', text: '', word: messages.text('comparison.not_measured'), mark: '' };
  }
  const tone = { improved: 'good', worse: 'bad', not_distinguishable: 'calm', not_measured: 'calm' }[delta.verdict];
  return {
    tone,
    text: delta.text,
    word: messages.text(`comparison.${delta.verdict}`),
    mark: tone === 'calm' ? '' : delta.mark,
  };
}

function createCard(model: DeckModel, row: MetricRow): Readonly<Record<string, unknown>> {
  const { messages } = model;
  const maximum = axisEnd(row);
  const spark = drawSparkline(valuesOver(model, row.id), 104, 30);
  return {
    id: row.id,
    label: row.label,
    explanation: row.explanation,
    state: row.state,
    state_text: messages.text(`state.${row.state}`),
    big: formatParts(row.value, shortStyleForBig(row), row.target?.threshold ?? null),
    target:
      row.target === null ? messages.text('kpi.no_target') : `${messages.text('legend.target')} ${row.shown.target}`,
    small: row.small,
    n: row.n_scored,
    spark,
    bullet: drawBullet(
      {
        value: row.value,
        target: row.target?.threshold ?? null,
        previous: row.delta?.baseline ?? null,
        interval: closeInterval(row.ci95, [0, maximum]),
        maximum,
        state: row.state,
      },
      CARD_WIDTH,
    ),
    delta: createDeltaChip(model, row),
  };
}

/** Decimals lose a digit, so that they can be set large; percentages keep theirs. */
function shortStyleForBig(row: MetricRow): MetricRow['style'] {
  return row.style.kind === 'decimal' ? shortStyle(row.style) : row.style;
}

function createLegend(model: DeckModel, rows: readonly MetricRow[]): readonly Readonly<Record<string, string>>[] {
  const { messages, input } = model;
  const items = [];
  if (rows.some((row) => row.target !== null)) items.push({ mark: 'tick', text: messages.text('legend.target') });
  if (rows.some((row) => (row.delta?.baseline ?? null) !== null)) {
    items.push({ mark: 'hollow', text: messages.text('legend.last_run') });
  }
  items.push({ mark: 'interval', text: messages.text('legend.interval') });
  if (input.comparison !== undefined) items.push({ mark: 'none', text: messages.text('legend.noise') });
  return items;
}

export const kpiSlide: Slide = defineSlide({
  id: 'kpi',
  template: 'kpi.njk',
  section: 'talk',
  seconds: 20,
  when: () => true,
  data(model): SlideContext & Readonly<Record<string, unknown>> {
    const { messages } = model;
    const kicker = messages.text('kpi.section');
    const rows = pickKeyFigures(model);
    if (rows.length === 0) {
      const title = messages.text('kpi.empty_title');
      return { title, kicker, notes: [title], nothing: messages.text('kpi.empty'), cards: [], legend: [] };
    }
    return {
      title: createTitle(model, rows),
      kicker,
      notes: rows.map((row) =>
        messages.text(row.target === null ? 'kpi.note_open' : 'kpi.note', {
          metric: row.label,
          value: row.shown.value,
          target: row.shown.target,
        }),
      ),
      nothing: null,
      cards: rows.map((row) => createCard(model, row)),
      legend: createLegend(model, rows),
    };
  },
});
