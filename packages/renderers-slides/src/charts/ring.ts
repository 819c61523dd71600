import { arc } from 'd3-shape';
import { createFigure, type Figure } from '../svg/figure.ts';
import { element } from '../svg/markup.ts';

export interface RingSegment {
  readonly state: 'pass' | 'fail' | 'inconclusive';
  /** Tooltip: what the segment stands for. */
  readonly title: string;
}

const GAP_PX = 9;
const MAX_SEGMENTS = 48;

/** Failed segments lie together at the bottom, where their names are printed, and stand out a little. */
function orderSegments(segments: readonly RingSegment[]): RingSegment[] {
  const rest = segments.filter((segment) => segment.state === 'pass');
  const marked = segments.filter((segment) => segment.state !== 'pass');
  const half = Math.ceil(rest.length / 2);
  return [...rest.slice(0, half), ...marked, ...rest.slice(half)];
}

/**
 * A ring with one segment a gate. With more than 48 gates neighbouring segments of one state become one, so that a
 * segment never gets thinner than its gap.
 */
export function drawRing(segments: readonly RingSegment[], size: number, name: string): Figure {
  const ordered = orderSegments(segments);
  const radius = size / 2 - 8;
  const thickness = size * 0.078;
  const step = (2 * Math.PI) / Math.max(1, ordered.length);
  const gap = ordered.length > 1 && ordered.length <= MAX_SEGMENTS ? GAP_PX / radius : 0;
  const shape = arc<{ from: number; to: number; out: number }>()
    .startAngle((part) => part.from)
    .endAngle((part) => part.to)
    .innerRadius(radius - thickness)
    .outerRadius((part) => radius + part.out)
    .digits(2);
  const offset = ordered.length === 0 ? 0 : centreMarked(ordered, step);
  const marks = ordered.map((segment, index) => {
    const from = offset + index * step + gap / 2;
    const d = shape({ from, to: offset + (index + 1) * step - gap / 2, out: segment.state === 'pass' ? 0 : 8 }) ?? '';
    return element('path', { class: `ring-${segment.state}`, d }, [element('title', {}, [segment.title])]);
  });
  const moved = element('g', { transform: `translate(${size / 2} ${size / 2})` }, marks);
  return createFigure({ width: size, height: size }, name, marks.length === 0 ? [] : [moved]);
}

/** The turn that brings the middle of the marked segments (or of all, without any) to the bottom of the ring. */
function centreMarked(ordered: readonly RingSegment[], step: number): number {
  const first = ordered.findIndex((segment) => segment.state !== 'pass');
  if (first < 0) return 0;
  const count = ordered.filter((segment) => segment.state !== 'pass').length;
  return Math.PI - (first + count / 2) * step;
}
