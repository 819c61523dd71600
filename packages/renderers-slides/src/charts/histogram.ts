import { bin, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { createFigure, createLabel, type Figure, type FigureLabel } from '../svg/figure.ts';
import { element, type Markup } from '../svg/markup.ts';
import { estimateWidth } from '../svg/text-width.ts';

export interface HistogramMarker {
  readonly value: number;
  readonly text: string;
  readonly kind: 'quantile' | 'target';
}

export interface HistogramData {
  readonly values: readonly number[];
  readonly markers: readonly HistogramMarker[];
  readonly formatTick: (value: number) => string;
  readonly name: string;
}

const SIZE = { width: 1152, height: 210 };
const PLOT = { left: 20, right: 1132, top: 72, bottom: 176 };
const ROW = 21;

/** Bins of the values with vertical lines for quantiles and target; labels go to higher rows where they would meet. */
export function drawHistogram(data: HistogramData): Figure {
  const largest = endOfAxis(data);
  const x = scaleLinear([0, largest * 1.02], [PLOT.left, PLOT.right]);
  const bins = bin<number, number>()
    .domain([0, largest * 1.02])
    .thresholds(x.ticks(40))([...data.values]);
  const y = scaleLinear([0, max(bins, (one) => one.length) || 1], [PLOT.bottom, PLOT.top]);
  const marks: Markup[] = [];
  for (const one of bins) {
    if (one.length === 0) continue;
    const [from, to] = [x(one.x0 ?? 0), x(one.x1 ?? 0)];
    const top = Math.min(PLOT.bottom - 2, y(one.length));
    const box = { x: from + 0.75, y: top, width: Math.max(1, to - from - 1.5), height: PLOT.bottom - top, rx: 2 };
    const title = `${data.formatTick(one.x0 ?? 0)} – ${data.formatTick(one.x1 ?? 0)}: ${one.length}`;
    marks.push(element('rect', { class: 'bin', ...box }, [element('title', {}, [title])]));
  }
  marks.push(element('line', { class: 'base', x1: PLOT.left, x2: PLOT.right, y1: PLOT.bottom, y2: PLOT.bottom }));
  const labels: FigureLabel[] = x
    .ticks(12)
    .map((tick) =>
      createLabel({ text: data.formatTick(tick), x: x(tick), y: PLOT.bottom + 20, anchor: 'middle', kind: 'axis' }),
    );
  const placed = placeMarkers(data.markers, x);
  return createFigure(SIZE, data.name, [...marks, ...placed.marks], [...labels, ...placed.labels]);
}

/** The shortest axis: below it ticks would repeat their whole milliseconds. */
const SHORTEST = 12;

/** A target far beyond every value would squeeze the values: the axis then ends with them and the target with an arrow. */
const FAR = 2;

function endOfAxis(data: HistogramData): number {
  const near = Math.max(
    SHORTEST,
    ...data.values,
    ...data.markers.filter((marker) => marker.kind === 'quantile').map((marker) => marker.value),
  );
  const all = Math.max(near, ...data.markers.map((marker) => marker.value));
  return all > near * FAR ? near : all;
}

/** Labels from left to right, each in the lowest of three rows in which it meets no other. */
function placeMarkers(
  markers: readonly HistogramMarker[],
  x: (value: number) => number,
): { marks: Markup[]; labels: FigureLabel[] } {
  const ends: number[] = [];
  const marks: Markup[] = [];
  const labels: FigureLabel[] = [];
  for (const marker of [...markers].sort((a, b) => a.value - b.value)) {
    const beyond = x(marker.value) > PLOT.right;
    const text = beyond ? `${marker.text} →` : marker.text;
    const at = Math.min(x(marker.value), PLOT.right);
    const width = estimateWidth(text) * 17 + 14;
    const left = at + 7 + width > SIZE.width;
    const from = left ? at - 7 - width : at;
    let row = ends.findIndex((end) => end <= from);
    if (row < 0) row = ends.length;
    ends[row] = left ? at : at + 7 + width;
    const y = PLOT.top - 16 - row * ROW;
    const target = marker.kind === 'target';
    marks.push(element('line', { class: target ? 'target' : 'quantile', x1: at, x2: at, y1: y - 8, y2: PLOT.bottom }));
    const kind = target ? 'target' : 'value';
    labels.push(createLabel({ text, x: left ? at - 7 : at + 7, y, kind, anchor: left ? 'end' : 'start' }));
  }
  return { marks, labels };
}
