import type { MetricState } from '@reportcard/renderer-kit';
import { scaleLinear } from 'd3-scale';
import { createFigure, type Figure } from '../svg/figure.ts';
import { element, type Markup } from '../svg/markup.ts';
import type { Interval } from './interval.ts';

export interface DotRowData {
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly previous: number | null;
  readonly target: number | null;
  readonly state: MetricState;
  /** Ends of the axis; it need not begin at 0, since a position is read and no length. */
  readonly domain: Interval;
}

const HEIGHT = 36;
const INSET = 8;

/** A value as a dot on a track, with its interval as a whisker, the last run as a ring and the target as a tick. */
export function drawDotRow(data: DotRowData, width: number): Figure {
  const x = scaleLinear([...data.domain], [INSET, width - INSET]).clamp(true);
  const middle = HEIGHT / 2;
  const marks: Markup[] = [element('rect', { class: 'track', x: 0, y: middle - 3.5, width, height: 7, rx: 3.5 })];
  if (data.interval !== null && data.value !== null) {
    const [low, high] = data.interval;
    marks.push(element('line', { class: 'whisker', x1: x(low), x2: x(high), y1: middle, y2: middle }));
    for (const end of data.interval) {
      marks.push(element('line', { class: 'whisker', x1: x(end), x2: x(end), y1: middle - 6, y2: middle + 6 }));
    }
  }
  if (data.target !== null) {
    const at = x(data.target);
    marks.push(element('line', { class: 'tick', x1: at, x2: at, y1: 1, y2: HEIGHT - 1 }));
  }
  if (data.previous !== null) {
    marks.push(element('circle', { class: 'hollow', cx: x(data.previous), cy: middle, r: 6 }));
  }
  if (data.value !== null) {
    marks.push(element('circle', { class: `dot-${data.state}`, cx: x(data.value), cy: middle, r: 8 }));
  }
  return createFigure({ width, height: HEIGHT }, '', marks);
}

/**
 * An axis for several rows of ratios: from the tenth below the smallest number shown to 1, and from 0 to the tenth above
 * the largest for rates that ought to be small.
 */
export function createDotDomain(numbers: readonly number[]): Interval {
  const low = Math.min(...numbers, 1);
  return [Math.max(0, Math.min(0.9, Math.floor(low * 10 - 0.2) / 10)), 1];
}
