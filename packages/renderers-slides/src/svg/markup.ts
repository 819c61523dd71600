import { cleanLine, escapeHtml } from '@reportcard/renderer-kit';
import { ReportcardError } from '@reportcard/report-schema';

const MARKUP: unique symbol = Symbol('markup');

/** Text that is known to be safe inside a page: made by {@link element} or {@link joinMarkup}, never taken from data. */
export interface Markup {
  readonly markup: string;
  readonly [MARKUP]: true;
}

/** Elements a chart may use. */
export type ElementName = 'svg' | 'g' | 'rect' | 'circle' | 'line' | 'path' | 'title';

/** Attributes a chart may set. Numbers are pixels of the figure. Colours are classes, so that both themes work. */
export interface Attributes {
  readonly class?: string;
  readonly d?: string;
  readonly x?: number;
  readonly y?: number;
  readonly x1?: number;
  readonly y1?: number;
  readonly x2?: number;
  readonly y2?: number;
  readonly cx?: number;
  readonly cy?: number;
  readonly r?: number;
  readonly rx?: number;
  readonly width?: number;
  readonly height?: number;
  readonly viewBox?: string;
  readonly transform?: string;
  readonly role?: 'img';
  readonly 'aria-label'?: string;
  readonly 'aria-hidden'?: 'true';
}

/** A coordinate with at most two decimals, `-0` as `0`. Throws a `defect` error for anything not finite. */
export function formatCoordinate(value: number): string {
  if (!Number.isFinite(value)) {
    throw new ReportcardError({ code: 'defect', message: `a chart has the coordinate ${value}`, expected: 'a number' });
  }
  return String(Math.round(value * 100) / 100 + 0);
}

function escapeText(text: string): string {
  return escapeHtml(cleanLine(text));
}

function seal(markup: string): Markup {
  return Object.freeze({ markup, [MARKUP]: true as const });
}

/** True for what the functions of this file made. */
export function isMarkup(value: unknown): value is Markup {
  return typeof value === 'object' && value !== null && MARKUP in value;
}

/** One SVG element. Attribute values and text children are escaped; undefined attributes are left out. */
export function element(
  name: ElementName,
  attributes: Attributes,
  children: readonly (Markup | string)[] = [],
): Markup {
  let open = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    open += ` ${key}="${typeof value === 'number' ? formatCoordinate(value) : escapeText(String(value))}"`;
  }
  if (children.length === 0) return seal(`${open}/>`);
  const content = children.map((child) => (typeof child === 'string' ? escapeText(child) : child.markup)).join('');
  return seal(`${open}>${content}</${name}>`);
}

/** Several pieces in a row. */
export function joinMarkup(pieces: readonly Markup[]): Markup {
  return seal(pieces.map((piece) => piece.markup).join(''));
}
