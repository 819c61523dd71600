import { formatValue, type MetricRow, shortStyle } from '@reportcard/renderer-kit';
import { closeInterval } from '../charts/interval.ts';
import { drawKCurve, type KPoint, type KSeries } from '../charts/k-curve.ts';
import { type DeckModel, metricOf } from '../model/deck-model.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const FOCUS = 5;

/** Rows of one family (`hit`, `recall`) with a value, by k. */
function rowsByK(model: DeckModel, family: string): readonly { k: number; row: MetricRow }[] {
  const pattern = new RegExp(`^${family}@(\\d+)$`);
  return model.report.metrics
    .flatMap((row) => {
      const k = pattern.exec(row.id)?.[1];
      return k === undefined || row.value === null ? [] : [{ k: Number(k), row }];
    })
    .sort((a, b) => a.k - b.k);
}

function createSeries(name: string, rows: readonly { k: number; row: MetricRow }[]): KSeries {
  const points = rows.map(
    ({ k, row }): KPoint => ({
      k,
      value: row.value ?? 0,
      text: row.shown.value,
      interval: closeInterval(row.ci95, [0, 1]),
      previous: row.delta?.baseline ?? null,
    }),
  );
  return { name, points };
}

/** Samples without any right document among the first k: scored ones whose hit is 0, so a count and no estimate. */
function countMisses(row: MetricRow): number {
  return Math.round((1 - (row.value ?? 0)) * row.n_scored);
}

function createTitle(model: DeckModel, focus: { k: number; row: MetricRow } | undefined): string {
  const { messages, report } = model;
  if (focus === undefined) {
    const row = report.metrics.find((one) => /^(hit|recall|mrr)/.test(one.id) && one.value !== null);
    return messages.text('retrieval.title_plain', { metric: row?.label ?? '', value: row?.shown.value ?? '' });
  }
  const n = countMisses(focus.row);
  if (n === 0) return messages.text('retrieval.title_all', { k: focus.k });
  return messages.text('retrieval.title', { value: focus.row.shown.value, k: focus.k, n });
}

type Stat = Readonly<{ value: string; text: string; strong: boolean }>;

function createStats(
  model: DeckModel,
  hits: readonly { k: number; row: MetricRow }[],
  focusK: number,
): readonly Stat[] {
  const { messages } = model;
  const stats: Stat[] = [];
  const push = (value: string | undefined, text: string, strong = false): void => {
    if (value !== undefined) stats.push({ value, text, strong });
  };
  const shown = (id: string): string | undefined => {
    const row = metricOf(model, id);
    return row === undefined || row.value === null ? undefined : row.shown.value;
  };
  push(shown('hit@1'), messages.text('retrieval.first'));
  push(shown(`hit@${focusK}`), messages.text('retrieval.within', { k: focusK }), true);
  push(shown(`recall@${focusK}`), messages.text('retrieval.recall', { k: focusK }));
  const ranking = metricOf(model, 'mrr@10') ?? metricOf(model, 'mrr');
  if (ranking !== undefined && ranking.value !== null) push(ranking.shown.value, ranking.label);
  const last = hits.at(-1);
  if (last !== undefined && last.row.value !== null) {
    push(formatValue(1 - last.row.value, last.row.style), messages.text('retrieval.never', { k: last.k }));
  }
  return stats;
}

function createNotes(
  model: DeckModel,
  recalls: readonly { k: number; row: MetricRow }[],
  before: boolean,
): readonly string[] {
  const { messages } = model;
  const items = [messages.text('legend.band')];
  if (before) items.unshift(messages.text('legend.dashed'));
  const capped = recalls.find(({ row }) => (row.stats?.max_attainable ?? 1) < 0.9995);
  if (capped !== undefined) {
    const value = formatValue(capped.row.stats?.max_attainable ?? null, capped.row.style);
    items.push(messages.text('retrieval.attainable', { k: capped.k, value }));
  }
  return items;
}

export const retrievalSlide: Slide = defineSlide({
  id: 'retrieval',
  template: 'retrieval.njk',
  section: 'talk',
  seconds: 12,
  when: (model) => rowsByK(model, 'hit').length + rowsByK(model, 'recall').length > 0,
  data(model): SlideContext & Readonly<Record<string, unknown>> {
    const { messages } = model;
    const hits = rowsByK(model, 'hit');
    const recalls = rowsByK(model, 'recall');
    const focus = hits.find(({ k }) => k === FOCUS) ?? hits.at(-1);
    const series = [createSeries('Hit@k', hits), createSeries('Recall@k', recalls)].filter(
      (one) => one.points.length > 0,
    );
    const title = createTitle(model, focus);
    const style = (hits[0] ?? recalls[0])?.row.style ?? { kind: 'percent', digits: 1 };
    const target = focus?.row.target ?? null;
    const stats = createStats(model, hits, focus?.k ?? FOCUS);
    return {
      title,
      kicker: messages.text('retrieval.section'),
      notes: [title, ...stats.map((stat) => `${stat.text} ${stat.value}`)],
      figure: drawKCurve({
        series,
        target:
          focus === undefined || target === null
            ? null
            : {
                value: target.threshold,
                text: messages.text('retrieval.target', { metric: `Hit@${focus.k}`, target: focus.row.shown.target }),
              },
        formatTick: (value) => formatValue(value, shortStyle(style)),
        focus: focus?.k ?? FOCUS,
        name: messages.text('retrieval.chart'),
      }),
      legend: createNotes(
        model,
        recalls,
        series.some((one) => one.points.some((point) => point.previous !== null)),
      ),
      stats,
    };
  },
});
