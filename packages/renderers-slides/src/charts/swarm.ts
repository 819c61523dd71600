import { scaleLinear } from 'd3-scale';
import { createFigure, createLabel, type Figure, type FigureLabel } from '../svg/figure.ts';
import { element, type Markup } from '../svg/markup.ts';
import { stackCircles } from './swarm-layout.ts';

export interface SwarmItem {
  /** Tooltip: name, value and n. */
  readonly title: string;
  readonly value: number;
  readonly n: number;
  /** Rests on few samples: drawn with a dashed outline. */
  readonly small: boolean;
  /** Misses the reference (the target, or the overall value without one). */
  readonly low: boolean;
  /** Printed beside the circle; null: tooltip only. */
  readonly label: string | null;
}

export interface SwarmData {
  /** Worst first. */
  readonly items: readonly SwarmItem[];
  readonly target: { readonly value: number; readonly text: string } | null;
  readonly overall: { readonly value: number; readonly text: string } | null;
  /** True where larger is better: the zone that misses the target lies left of it. */
  readonly higher_is_better: boolean;
  readonly formatTick: (value: number) => string;
  readonly name: string;
}

const SIZE = { width: 716, height: 440 };
const PLOT = { left: 34, right: 690, top: 56, bottom: 400 };
const MAX_RADIUS = 24;
const MIN_RADIUS = 2.6;
const LABEL_ROW = 26;

type Scale = (value: number) => number;

/** Every item as a circle at its value, area = n, stacked upwards and downwards so that none hides another. */
export function drawSwarm(data: SwarmData): Figure {
  const values = data.items.map((item) => item.value);
  for (const line of [data.target, data.overall]) if (line !== null) values.push(line.value);
  const low = Math.max(0, Math.min(0.9, Math.floor(Math.min(...values, 1) * 20) / 20));
  const high = data.higher_is_better ? 1 : Math.min(1, Math.ceil(Math.max(...values, 0.1) * 20) / 20);
  const x = scaleLinear([Math.min(low, high - 0.1), high], [PLOT.left + MAX_RADIUS, PLOT.right - MAX_RADIUS]);
  const room = (PLOT.bottom - PLOT.top) / 2 - 4;
  const labelled = data.items.filter((item) => item.label !== null).length * LABEL_ROW;
  const wide = layoutItems(data.items, x, room);
  const crowded = reachOfLow(data.items, wide) + labelled > room;
  const layout = crowded ? layoutItems(data.items, x, room - labelled / 2) : wide;
  const middle = (PLOT.top + PLOT.bottom + (crowded ? labelled : 0)) / 2;
  const marks: Markup[] = drawGround(data, x);
  const labels: FigureLabel[] = labelAxis(data, x);
  const names = placeNames(data.items, layout, x, middle);
  marks.push(...names.leaders);
  data.items.forEach((item, index) => {
    const tone = `${item.low ? 'low' : 'fine'}${item.small ? '-few' : ''}`;
    const cy = middle + (layout.heights[index] ?? 0);
    const circle = { class: `swarm-${tone}`, cx: x(item.value), cy, r: layout.radii[index] ?? MIN_RADIUS };
    marks.push(element('circle', circle, [element('title', {}, [item.title])]));
  });
  return createFigure(SIZE, data.name, marks, [...labels, ...names.labels]);
}

interface Layout {
  readonly radii: readonly number[];
  readonly heights: readonly number[];
}

/** Shrinks the circles until the highest stack fits; below the smallest radius the stack is pressed together instead. */
function layoutItems(items: readonly SwarmItem[], x: Scale, room: number): Layout {
  const largest = Math.max(1, ...items.map((item) => item.n));
  for (let radius = MAX_RADIUS; ; ) {
    const radii = items.map((item) => Math.max(MIN_RADIUS, radius * Math.sqrt(item.n / largest)));
    const heights = stackCircles(items.map((item, index) => ({ x: x(item.value), r: radii[index] ?? MIN_RADIUS })));
    const extent = Math.max(0, ...heights.map((height, index) => Math.abs(height) + (radii[index] ?? 0)));
    if (extent <= room) return { radii, heights };
    if (radius < MIN_RADIUS) return { radii, heights: heights.map((height) => (height * room) / extent) };
    radius *= Math.min(0.9, (room / extent) ** 0.75);
  }
}

/** How far the circles that miss the reference reach above the middle. */
function reachOfLow(items: readonly SwarmItem[], layout: Layout): number {
  const tops = items.map((item, index) => (item.low ? (layout.radii[index] ?? 0) - (layout.heights[index] ?? 0) : 0));
  return Math.max(0, ...tops);
}

function drawGround(data: SwarmData, x: Scale & { ticks(count: number): number[] }): Markup[] {
  const marks: Markup[] = [];
  if (data.target !== null) {
    const at = x(data.target.value);
    const [from, to] = data.higher_is_better ? [PLOT.left, at] : [at, PLOT.right];
    const box = { x: from, y: PLOT.top, width: Math.max(0, to - from), height: PLOT.bottom - PLOT.top };
    marks.push(element('rect', { class: 'zone', ...box }));
  }
  for (const tick of x.ticks(6)) {
    marks.push(element('line', { class: 'grid', x1: x(tick), x2: x(tick), y1: PLOT.top, y2: PLOT.bottom }));
  }
  for (const [line, name] of [
    [data.overall, 'overall'],
    [data.target, 'target'],
  ] as const) {
    if (line === null) continue;
    const at = x(line.value);
    marks.push(element('line', { class: name, x1: at, x2: at, y1: PLOT.top - 4, y2: PLOT.bottom }));
  }
  return marks;
}

function labelAxis(data: SwarmData, x: Scale & { ticks(count: number): number[] }): FigureLabel[] {
  const labels = x
    .ticks(6)
    .map((tick) =>
      createLabel({ text: data.formatTick(tick), x: x(tick), y: PLOT.bottom + 22, anchor: 'middle', kind: 'axis' }),
    );
  if (data.overall !== null) labels.push(createEdgeLabel(data.overall, x, PLOT.top - 42, 'strong'));
  if (data.target !== null) labels.push(createEdgeLabel(data.target, x, PLOT.top - 18, 'target'));
  return labels;
}

/** A label at a vertical line that stays inside the figure at both ends. */
function createEdgeLabel(
  line: { readonly value: number; readonly text: string },
  x: Scale,
  y: number,
  kind: string,
): FigureLabel {
  const at = x(line.value);
  if (at < 90) return createLabel({ text: line.text, x: at, y, kind });
  if (at > SIZE.width - 90) return createLabel({ text: line.text, x: at + 8, y, kind, anchor: 'end' });
  return createLabel({ text: line.text, x: at, y, kind, anchor: 'middle' });
}

/** Names of the worst items in rows above the swarm, the worst lowest, joined to their circles by thin lines. */
function placeNames(
  items: readonly SwarmItem[],
  layout: Layout,
  x: Scale,
  middle: number,
): { leaders: Markup[]; labels: FigureLabel[] } {
  const tops = items.map((_, index) => middle + (layout.heights[index] ?? 0) - (layout.radii[index] ?? 0));
  const low = tops.filter((_, index) => items[index]?.low === true);
  const named = items.flatMap((item, index) => (item.label === null ? [] : [{ item, index, text: item.label }]));
  const base = Math.max(PLOT.top + named.length * LABEL_ROW, Math.min(...low, middle)) - 16;
  const leaders: Markup[] = [];
  const labels: FigureLabel[] = [];
  named.forEach(({ item, index, text }, row) => {
    const at = x(item.value);
    const y = base - row * LABEL_ROW;
    leaders.push(element('line', { class: 'leader', x1: at, x2: at, y1: y + 10, y2: tops[index] ?? middle }));
    const side = at > SIZE.width / 2 ? { anchor: 'end' as const, x: at + 10 } : { x: Math.max(2, at - 10) };
    labels.push(createLabel({ text, y, kind: 'name', max_width: 330, ...side }));
  });
  return { leaders, labels };
}
