import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { createFigure, createLabel, type Figure, type FigureLabel } from '../svg/figure.ts';
import { element, type Markup } from '../svg/markup.ts';
import type { Interval } from './interval.ts';
import { placeTargetLabel } from './target-label.ts';

export interface KPoint {
  readonly k: number;
  readonly value: number;
  readonly text: string;
  readonly interval: Interval | null;
  readonly previous: number | null;
}

export interface KSeries {
  readonly name: string;
  readonly points: readonly KPoint[];
}

export interface KCurveData {
  /** At most two: the first is labelled above its line, the second below. */
  readonly series: readonly KSeries[];
  readonly target: { readonly value: number; readonly text: string } | null;
  /** Text of an axis tick, such as `90%`. */
  readonly formatTick: (value: number) => string;
  /** The k that the deck talks about; its dots are larger. */
  readonly focus: number;
  readonly name: string;
}

const SIZE = { width: 740, height: 460 };
const PLOT = { left: 56, right: 640, top: 34, bottom: 416 };
/** Below the lowest tick, so that the text under a point there does not meet the axis. */
const LABEL_ROOM = 26;

/** The lower end of the axis: the tenth below the smallest number shown, at most 0.9. */
function floorOf(data: KCurveData): number {
  const numbers = data.series.flatMap((series) =>
    series.points.flatMap((point) => [point.value, point.interval?.[0] ?? point.value, point.previous ?? point.value]),
  );
  if (data.target !== null) numbers.push(data.target.value);
  return Math.max(0, Math.min(0.9, Math.floor(Math.min(...numbers, 1) * 10) / 10));
}

/** Two curves over k with interval bands, the last run dashed and the target as a line. */
export function drawKCurve(data: KCurveData): Figure {
  const ks = [...new Set(data.series.flatMap((series) => series.points.map((point) => point.k)))].sort((a, b) => a - b);
  const x = scalePoint(ks, [PLOT.left + 30, PLOT.right - 22]);
  const y = scaleLinear([floorOf(data), 1], [PLOT.bottom - LABEL_ROOM, PLOT.top]);
  const marks: Markup[] = [];
  const labels: FigureLabel[] = [];
  for (const tick of y.ticks(5)) {
    marks.push(element('line', { class: 'grid', x1: PLOT.left, x2: PLOT.right, y1: y(tick), y2: y(tick) }));
    labels.push(
      createLabel({ text: data.formatTick(tick), x: PLOT.left - 10, y: y(tick), anchor: 'end', kind: 'axis' }),
    );
  }
  for (const k of ks) {
    const at = x(k) ?? PLOT.left;
    labels.push(createLabel({ text: `k = ${k}`, x: at, y: PLOT.bottom + 24, anchor: 'middle', kind: 'axis' }));
  }
  const place = (point: KPoint): number => x(point.k) ?? PLOT.left;
  data.series.forEach((series, index) => void marks.push(...drawSeries(series, index, place, y)));
  if (data.target !== null) {
    const at = y(data.target.value);
    marks.push(element('line', { class: 'target', x1: PLOT.left, x2: PLOT.right, y1: at, y2: at }));
  }
  data.series.forEach((series, index) => {
    marks.push(...series.points.map((point) => drawDot(point, index, data.focus, place, y)));
    labels.push(...series.points.map((point) => labelPoint(point, index, data.focus, place, y)));
  });
  if (data.target !== null) {
    const curves = data.series.map((series) => series.points.map((point) => ({ x: place(point), y: y(point.value) })));
    const texts = labels.filter((label) => label.kind === 'value' || label.kind === 'strong');
    const line = { y: y(data.target.value), from: PLOT.left, to: PLOT.right };
    labels.push(placeTargetLabel({ text: data.target.text, ...line, curves, texts }));
  }
  labels.push(...nameSeries(data.series, y));
  return createFigure(SIZE, data.name, marks, labels);
}

type Place = (point: KPoint) => number;
type Scale = (value: number) => number;

function drawSeries(series: KSeries, index: number, x: Place, y: Scale): Markup[] {
  const points = [...series.points];
  const band = area<KPoint>()
    .x(x)
    .y0((point) => y(point.interval?.[0] ?? point.value))
    .y1((point) => y(point.interval?.[1] ?? point.value))
    .digits(2);
  const path = line<KPoint>().x(x).digits(2);
  const before = points.filter((point) => point.previous !== null);
  const marks: Markup[] = [];
  if (points.some((point) => point.interval !== null)) {
    marks.push(element('path', { class: `band-${index + 1}`, d: band(points) ?? '' }));
  }
  if (before.length > 1) {
    marks.push(element('path', { class: 'previous', d: path.y((point) => y(point.previous ?? 0))(before) ?? '' }));
  }
  marks.push(element('path', { class: `line-${index + 1}`, d: path.y((point) => y(point.value))(points) ?? '' }));
  return marks;
}

function drawDot(point: KPoint, index: number, focus: number, x: Place, y: Scale): Markup {
  return element('circle', {
    class: `point-${index + 1}`,
    cx: x(point),
    cy: y(point.value),
    r: point.k === focus ? 8 : 6,
  });
}

function labelPoint(point: KPoint, index: number, focus: number, x: Place, y: Scale): FigureLabel {
  const large = point.k === focus;
  const distance = large ? 24 : 20;
  return createLabel({
    text: point.text,
    x: x(point),
    y: y(point.value) + (index === 0 ? -distance : distance),
    anchor: 'middle',
    kind: large ? 'strong' : 'value',
  });
}

/** Names at the ends of the lines, at least 26 px apart. */
function nameSeries(series: readonly KSeries[], y: Scale): FigureLabel[] {
  const ends = series.map((one) => y(one.points.at(-1)?.value ?? 0));
  const [first, second] = ends;
  if (first !== undefined && second !== undefined && second - first < 26) {
    const middle = (first + second) / 2;
    ends[0] = middle - 13;
    ends[1] = middle + 13;
  }
  return series.map((one, index) =>
    createLabel({ text: one.name, x: PLOT.right + 6, y: ends[index] ?? 0, kind: `series-${index + 1}` }),
  );
}
