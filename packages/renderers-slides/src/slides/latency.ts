import { formatValue, MILLISECONDS } from '@reportcard/renderer-kit';
import { valuesOf } from '@reportcard/report-schema';
import { drawHistogram, type HistogramMarker } from '../charts/histogram.ts';
import { type DeckModel, metricOf } from '../model/deck-model.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const QUANTILES = ['p50', 'p90', 'p95', 'p99'] as const;
const MOST_MARKERS = 3;

/** Times of all samples; every id that aggregates a time holds it, so the first one that has any is enough. */
function timesOf(model: DeckModel, family: string): readonly number[] {
  const ids = model.report.metrics.map((row) => row.id).filter((id) => id.startsWith(`${family}_`));
  for (const id of ids) {
    const values = valuesOf(model.input.scores, id);
    if (values.length > 0) return values;
  }
  return [];
}

function quantileOf(model: DeckModel, family: string, quantile: string): number | null {
  return metricOf(model, `${family}_${quantile}_ms`)?.value ?? null;
}

function listMarkers(model: DeckModel, family: string): HistogramMarker[] {
  const { messages } = model;
  const known = QUANTILES.flatMap((quantile) => {
    const value = quantileOf(model, family, quantile);
    return value === null ? [] : [{ quantile, value }];
  });
  const chosen = known.length > MOST_MARKERS ? known.filter(({ quantile }) => quantile !== 'p95') : known;
  const markers = chosen.map(({ quantile, value }): HistogramMarker => {
    const text = messages.text('latency.marker', {
      quantile: quantile.toUpperCase(),
      value: formatValue(value, MILLISECONDS),
    });
    return { value, text, kind: 'quantile' };
  });
  for (const { quantile } of known) {
    const target = metricOf(model, `${family}_${quantile}_ms`)?.target;
    if (target === null || target === undefined) continue;
    const value = formatValue(target.threshold, MILLISECONDS);
    const text = messages.text('latency.target', { quantile: quantile.toUpperCase(), value });
    markers.push({ value: target.threshold, text, kind: 'target' });
  }
  return markers;
}

/** `400 ms` below a second, `1.4 s` from there. */
function formatTick(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${Math.round(value / 10) / 100} s`;
}

function createTitle(model: DeckModel): string {
  const { messages } = model;
  const show = (value: number | null): string => formatValue(value, MILLISECONDS);
  const [p50, p99] = [quantileOf(model, 'ttft', 'p50'), quantileOf(model, 'ttft', 'p99')];
  if (p50 !== null && p99 !== null) return messages.text('latency.title', { p50: show(p50), p99: show(p99) });
  if (p50 !== null) return messages.text('latency.title_half', { p50: show(p50) });
  return messages.text('latency.title_total', { p50: show(quantileOf(model, 'latency', 'p50')) });
}

export const latencySlide: Slide = defineSlide({
  id: 'latency',
  template: 'latency.njk',
  section: 'backup',
  seconds: 0,
  when: (model) =>
    ['ttft', 'latency'].some(
      (family) => quantileOf(model, family, 'p50') !== null && timesOf(model, family).length > 0,
    ),
  data(model): SlideContext & Readonly<Record<string, unknown>> {
    const { messages } = model;
    const charts = [
      ['ttft', 'latency.ttft'],
      ['latency', 'latency.total'],
    ].flatMap(([family = '', key = '']) => {
      const values = timesOf(model, family);
      const title = messages.text(key);
      if (values.length === 0) return [];
      return [
        { title, figure: drawHistogram({ values, markers: listMarkers(model, family), formatTick, name: title }) },
      ];
    });
    return { title: createTitle(model), kicker: messages.text('latency.section'), notes: [], charts };
  },
});
