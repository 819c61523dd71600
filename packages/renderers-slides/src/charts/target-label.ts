import { createLabel, type FigureLabel } from '../svg/figure.ts';
import { estimateWidth } from '../svg/text-width.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface TargetLabelInput {
  readonly text: string;
  /** Height of the target line. */
  readonly y: number;
  /** Left and right end of the line. */
  readonly from: number;
  readonly to: number;
  /** Points of the curves, each curve from left to right. */
  readonly curves: readonly (readonly Spot[])[];
  /** Middles of the texts that are already there. */
  readonly texts: readonly Spot[];
}

const FONT_SIZE = 15;
const OFFSET = 14;
const STEPS = 12;

/** Height of a curve at `x`; between two points on the line that joins them. */
function heightAt(curve: readonly Spot[], x: number): number | undefined {
  for (let index = 1; index < curve.length; index += 1) {
    const [a, b] = [curve[index - 1], curve[index]];
    if (a !== undefined && b !== undefined && x >= a.x && x <= b.x) {
      return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x || 1);
    }
  }
  return undefined;
}

function clearance(input: TargetLabelInput, left: number, width: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const x of [left, left + width / 2, left + width]) {
    for (const curve of input.curves) {
      const height = heightAt(curve, x);
      if (height !== undefined) least = Math.min(least, Math.abs(height - y));
    }
  }
  for (const spot of input.texts) {
    const dx = Math.max(0, left - spot.x, spot.x - left - width);
    least = Math.min(least, Math.hypot(Math.max(0, dx - 26), spot.y - y));
  }
  return least;
}

/** The label of a target line where it has most room from the curves and their texts: above or below, first of equals. */
export function placeTargetLabel(input: TargetLabelInput): FigureLabel {
  const width = estimateWidth(input.text) * FONT_SIZE;
  const last = Math.max(input.from + 6, input.to - width - 6);
  let best = { x: input.from + 6, y: input.y - OFFSET, room: -1 };
  for (const y of [input.y - OFFSET, input.y + OFFSET]) {
    for (let step = 0; step <= STEPS; step += 1) {
      const x = input.from + 6 + ((last - input.from - 6) * step) / STEPS;
      const room = clearance(input, x, width, y);
      if (room > best.room + 0.5) best = { x, y, room };
    }
  }
  return createLabel({ text: input.text, x: best.x, y: best.y, kind: 'target' });
}
