import { scaleLinear } from 'd3-scale';
import { createFigure, createLabel, type Figure, type FigureLabel } from '../svg/figure.ts';
import { element, type Markup } from '../svg/markup.ts';

export interface UpsetData {
  /** Causes in pipeline order with the number of failures that have them. */
  readonly rows: readonly { readonly name: string; readonly n: number }[];
  /** Combinations, most frequent first; `members` are positions in `rows`. */
  readonly columns: readonly { readonly members: readonly number[]; readonly n: number; readonly title: string }[];
  readonly caption: string;
  readonly name: string;
}

const WIDTH = 900;
const NAME_END = 240;
const BAR_START = 252;
const BAR_LENGTH = 76;
const MATRIX_START = 372;
const TOP = 56;
const HEIGHT = 492;

interface Frame {
  readonly row: number;
  readonly matrix: number;
  readonly x: (column: number) => number;
  readonly y: (row: number) => number;
}

/** Which causes occur together: a column of dots a combination, its bar above, the total of each cause at the left. */
export function drawUpset(data: UpsetData): Figure {
  const row = Math.min(46, Math.floor((HEIGHT - TOP - 150) / Math.max(1, data.rows.length)));
  const matrix = HEIGHT - row * data.rows.length;
  const step = (WIDTH - MATRIX_START) / Math.max(4, data.columns.length);
  const frame: Frame = {
    row,
    matrix,
    x: (column) => MATRIX_START + step * (column + 0.5),
    y: (index) => matrix + row * (index + 0.5),
  };
  const marks: Markup[] = [...drawRows(data, frame), ...drawColumns(data, frame, Math.min(56, step * 0.62))];
  const labels: FigureLabel[] = [...labelRows(data, frame), ...labelColumns(data, frame)];
  labels.push(createLabel({ text: data.caption, x: MATRIX_START + 8, y: 14, kind: 'caption' }));
  return createFigure({ width: WIDTH, height: HEIGHT }, data.name, marks, labels);
}

function barLength(data: UpsetData): (n: number) => number {
  return scaleLinear([0, Math.max(1, ...data.rows.map((one) => one.n))], [0, BAR_LENGTH]);
}

function barHeight(data: UpsetData, frame: Frame): (n: number) => number {
  return scaleLinear([0, Math.max(1, ...data.columns.map((one) => one.n))], [0, frame.matrix - TOP - 24]);
}

function drawRows(data: UpsetData, frame: Frame): Markup[] {
  const length = barLength(data);
  return data.rows.flatMap((one, index) => {
    const marks: Markup[] = [];
    if (index % 2 === 0) {
      const box = { x: 0, y: frame.matrix + frame.row * index, width: WIDTH, height: frame.row, rx: 8 };
      marks.push(element('rect', { class: 'stripe', ...box }));
    }
    if (one.n > 0) {
      const bar = { x: BAR_START, y: frame.y(index) - 9, width: Math.max(3, length(one.n)), height: 18, rx: 3 };
      marks.push(element('rect', { class: 'fill-baseline', ...bar }));
    }
    return marks;
  });
}

function drawColumns(data: UpsetData, frame: Frame, width: number): Markup[] {
  const height = barHeight(data, frame);
  return data.columns.flatMap((column, position) => {
    const tone = column.members.length > 1 ? 'multi' : 'single';
    const x = frame.x(position);
    const tall = Math.max(4, height(column.n));
    const bar = { x: x - width / 2, y: frame.matrix - 20 - tall, width, height: tall, rx: 4 };
    const marks = [element('rect', { class: `fill-${tone}`, ...bar }, [element('title', {}, [column.title])])];
    const members = [...column.members].sort((a, b) => a - b);
    const [first, last] = [members[0], members.at(-1)];
    data.rows.forEach((_, row) => {
      marks.push(element('circle', { class: 'dot-off', cx: x, cy: frame.y(row), r: 9 }));
    });
    if (first !== undefined && last !== undefined && last > first) {
      const ends = { x1: x, x2: x, y1: frame.y(first), y2: frame.y(last) };
      marks.push(element('line', { class: `join-${tone}`, ...ends }));
    }
    for (const member of members) {
      marks.push(element('circle', { class: `fill-${tone}`, cx: x, cy: frame.y(member), r: 9 }));
    }
    return marks;
  });
}

function labelRows(data: UpsetData, frame: Frame): FigureLabel[] {
  const length = barLength(data);
  return data.rows.flatMap((one, index) => [
    createLabel({
      text: one.name,
      x: NAME_END,
      y: frame.y(index),
      anchor: 'end',
      kind: one.n > 0 ? 'cause' : 'muted',
      max_width: NAME_END - 8,
    }),
    createLabel({ text: String(one.n), x: BAR_START + length(one.n) + 8, y: frame.y(index), kind: 'count' }),
  ]);
}

function labelColumns(data: UpsetData, frame: Frame): FigureLabel[] {
  const height = barHeight(data, frame);
  return data.columns.map((column, position) =>
    createLabel({
      text: String(column.n),
      x: frame.x(position),
      y: frame.matrix - 20 - Math.max(4, height(column.n)) - 18,
      anchor: 'middle',
      kind: 'number',
    }),
  );
}
