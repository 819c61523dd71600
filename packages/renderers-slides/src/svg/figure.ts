import { element, type Markup } from './markup.ts';

/** A text beside the marks of a figure. Set as HTML, so that the browser measures it. */
export interface FigureLabel {
  readonly text: string;
  /** Pixels from the left; the point the anchor refers to. */
  readonly x: number;
  /** Pixels from the top to the middle of the text. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** What it is, for the style class `l-…`: `axis`, `value`, `strong`, `target`, `name`, `count`, `caption`, `muted` … */
  readonly kind: string;
  /** Widest the text may grow in pixels before it is cut with an ellipsis; null: no limit. */
  readonly max_width: number | null;
}

/** Marks as SVG with their labels. Sizes in pixels of the 1280 × 720 slide. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  readonly svg: Markup;
  readonly labels: readonly FigureLabel[];
}

/** A label with the usual defaults: anchored at its start, not limited in width. */
export function createLabel(
  label: Pick<FigureLabel, 'text' | 'x' | 'y' | 'kind'> & Partial<Pick<FigureLabel, 'anchor' | 'max_width'>>,
): FigureLabel {
  return {
    text: label.text,
    x: label.x,
    y: label.y,
    kind: label.kind,
    anchor: label.anchor ?? 'start',
    max_width: label.max_width ?? null,
  };
}

/** Wraps marks into a figure. `name` is what a screen reader says; empty: the figure is decoration. */
export function createFigure(
  size: { readonly width: number; readonly height: number },
  name: string,
  marks: readonly Markup[],
  labels: readonly FigureLabel[] = [],
): Figure {
  const { width, height } = size;
  const svg = element(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      ...(name === '' ? { 'aria-hidden': 'true' as const } : { role: 'img' as const, 'aria-label': name }),
    },
    marks,
  );
  return { width, height, svg, labels };
}
