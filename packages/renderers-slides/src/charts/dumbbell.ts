import { scaleLinear } from 'd3-scale';
import { createFigure, type Figure } from '../svg/figure.ts';
import { element, type Markup } from '../svg/markup.ts';
import type { Interval } from './interval.ts';

const HEIGHT = 30;

/** Before as a ring, after as a dot, joined by a line. A null end is left out. */
export function drawDumbbell(before: number | null, after: number | null, domain: Interval, width: number): Figure {
  const x = scaleLinear([...domain], [9, width - 9]).clamp(true);
  const middle = HEIGHT / 2;
  const marks: Markup[] = [element('rect', { class: 'track', x: 0, y: middle - 3.5, width, height: 7, rx: 3.5 })];
  if (before !== null && after !== null) {
    marks.push(element('line', { class: 'join-accent', x1: x(before), x2: x(after), y1: middle, y2: middle }));
  }
  if (before !== null) marks.push(element('circle', { class: 'hollow', cx: x(before), cy: middle, r: 7 }));
  if (after !== null) marks.push(element('circle', { class: 'dot-none', cx: x(after), cy: middle, r: 7.5 }));
  return createFigure({ width, height: HEIGHT }, '', marks);
}
