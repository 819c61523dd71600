import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { createFigure, type Figure } from '../svg/figure.ts';
import { element } from '../svg/markup.ts';

/** A line without axes over the last runs, oldest first; a null is a gap. Empty with fewer than two values. */
export function drawSparkline(values: readonly (number | null)[], width: number, height: number): Figure | null {
  const known = values.filter((value) => value !== null);
  const [low, high] = extent(known);
  if (known.length < 2 || low === undefined || high === undefined) return null;
  const x = scaleLinear([0, values.length - 1], [4, width - 6]);
  const y = low === high ? (): number => height / 2 : scaleLinear([low, high], [height - 6, 6]);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
    .digits(2);
  const marks = [element('path', { class: 'spark', d: path([...values]) ?? '' })];
  const last = values.at(-1);
  if (last !== null && last !== undefined) {
    marks.push(element('circle', { class: 'fill-accent', cx: x(values.length - 1), cy: y(last), r: 4 }));
  }
  return createFigure({ width, height }, '', marks);
}
