import type { MetricState } from '@reportcard/renderer-kit';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { createFigure, createLabel, type Figure } from '../svg/figure.ts';
import { element, type Markup } from '../svg/markup.ts';

export interface TrendPanelData {
  /** Oldest first, the current run last. `same_data` false: measured on another data set. */
  readonly points: readonly { readonly value: number | null; readonly title: string; readonly same_data: boolean }[];
  readonly target: number | null;
  readonly higher_is_better: boolean;
  readonly state: MetricState;
  readonly value_text: string;
  readonly first_date: string;
  readonly last_date: string;
  readonly name: string;
}

const SIZE = { width: 368, height: 186 };
const PLOT = { left: 8, right: 270, top: 10, bottom: 150 };

/** One metric over the runs, with the zone that misses the target shaded. */
export function drawTrendPanel(data: TrendPanelData): Figure {
  const x = scaleLinear([0, Math.max(1, data.points.length - 1)], [PLOT.left + 8, PLOT.right - 8]);
  const y = scaleValues(data);
  const marks: Markup[] = [...drawTarget(data, y)];
  const path = line<TrendPanelData['points'][number]>()
    .defined((point) => point.value !== null)
    .x((_, index) => x(index))
    .y((point) => y(point.value ?? 0))
    .digits(2);
  marks.push(element('path', { class: 'line-1 thin', d: path([...data.points]) ?? '' }));
  data.points.forEach((point, index) => {
    if (point.value === null) return;
    const last = index === data.points.length - 1;
    const tone = last ? `dot-${data.state}` : point.same_data ? 'point-1' : 'point-other';
    const circle = { class: tone, cx: x(index), cy: y(point.value), r: last ? 7 : 4.5 };
    marks.push(element('circle', circle, [element('title', {}, [point.title])]));
  });
  const end = data.points.at(-1)?.value;
  const height = end === null || end === undefined ? (PLOT.top + PLOT.bottom) / 2 : y(end);
  return createFigure(SIZE, data.name, marks, [
    createLabel({ text: data.value_text, x: PLOT.right + 8, y: height, kind: 'strong' }),
    createLabel({ text: data.first_date, x: PLOT.left, y: PLOT.bottom + 18, kind: 'axis' }),
    createLabel({ text: data.last_date, x: PLOT.right + 10, y: PLOT.bottom + 18, anchor: 'end', kind: 'axis' }),
  ]);
}

function scaleValues(data: TrendPanelData): (value: number) => number {
  const numbers = data.points.map((point) => point.value).filter((value) => value !== null);
  if (data.target !== null) numbers.push(data.target);
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const margin = (high - low) * 0.15 || Math.max(Math.abs(high) * 0.05, 0.01);
  return scaleLinear([low - margin, high + margin], [PLOT.bottom, PLOT.top]);
}

function drawTarget(data: TrendPanelData, y: (value: number) => number): Markup[] {
  if (data.target === null) {
    return [element('line', { class: 'grid', x1: PLOT.left, x2: PLOT.right, y1: PLOT.bottom, y2: PLOT.bottom })];
  }
  const at = y(data.target);
  const [top, bottom] = data.higher_is_better ? [at, PLOT.bottom] : [PLOT.top, at];
  return [
    element('rect', { class: 'zone', x: PLOT.left, y: top, width: PLOT.right - PLOT.left, height: bottom - top }),
    element('line', { class: 'target', x1: PLOT.left, x2: PLOT.right, y1: at, y2: at }),
  ];
}
