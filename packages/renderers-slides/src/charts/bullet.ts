import type { MetricState } from '@reportcard/renderer-kit';
import { scaleLinear } from 'd3-scale';
import { createFigure, type Figure } from '../svg/figure.ts';
import { element, type Markup } from '../svg/markup.ts';
import type { Interval } from './interval.ts';

export interface BulletData {
  /** Null draws the empty track. */
  readonly value: number | null;
  readonly target: number | null;
  readonly previous: number | null;
  readonly interval: Interval | null;
  /** From 0, since the length of the bar is read. */
  readonly maximum: number;
  readonly state: MetricState;
}

const HEIGHT = 26;

/** A bar from 0 with the target as a tick, the last run as a ring and the interval as a thin line. */
export function drawBullet(data: BulletData, width: number): Figure {
  const x = scaleLinear([0, data.maximum], [0, width]).clamp(true);
  const middle = HEIGHT / 2;
  const marks: Markup[] = [bar('track', width)];
  if (data.value !== null) marks.push(bar(`bar-${data.state}`, Math.max(8, x(data.value))));
  if (data.value !== null && data.interval !== null) {
    const [low, high] = data.interval;
    marks.push(element('line', { class: 'interval', x1: x(low), x2: x(high), y1: middle, y2: middle }));
  }
  if (data.target !== null) {
    const at = Math.min(width - 1.5, Math.max(1.5, x(data.target)));
    marks.push(element('line', { class: 'tick', x1: at, x2: at, y1: 3, y2: HEIGHT - 3 }));
  }
  if (data.previous !== null) {
    const at = Math.min(width - 6, Math.max(6, x(data.previous)));
    marks.push(element('circle', { class: 'hollow', cx: at, cy: middle, r: 4.5 }));
  }
  return createFigure({ width, height: HEIGHT }, '', marks);
}

function bar(name: string, width: number): Markup {
  return element('rect', { class: name, x: 0, y: HEIGHT / 2 - 4, width, height: 8, rx: 4 });
}
