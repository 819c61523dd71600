import type { Figure, FigureLabel } from '../../src/svg/figure.ts';

/** Attributes of every element of a class, in order. */
export function marksOf(figure: Figure | null, name: string): Record<string, string>[] {
  const tags = figure?.svg.markup.match(/<\w+[^>]*>/g) ?? [];
  return tags
    .map((tag) =>
      Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])),
    )
    .filter((attributes) => attributes['class'] === name);
}

/** The label with this text; undefined without one. */
export function labelOf(figure: Figure, text: string): FigureLabel | undefined {
  return figure.labels.find((one) => one.text === text);
}
