import { formatCount, isGap } from '@reportcard/renderer-kit';
import type { DeckModel } from '../model/deck-model.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const MOST_REASONS = 11;
const MOST_POLICIES = 9;
const MOST_WARNINGS = 4;

/** A list cut to what fits, with a line that says how much was left out. */
function cutList<T>(model: DeckModel, items: readonly T[], most: number): { items: readonly T[]; more: string } {
  const shown = items.length > most ? items.slice(0, most - 1) : items;
  const rest = items.length - shown.length;
  return { items: shown, more: rest > 0 ? model.messages.text('quality.more', { n: rest }) : '' };
}

/** Why scores are missing, under which conventions the numbers were made, and what to know before trusting them. */
export const qualitySlide: Slide = defineSlide({
  id: 'quality',
  template: 'quality.njk',
  section: 'backup',
  seconds: 0,
  when: (model) => model.report.metrics.length > 0,
  data(model): SlideContext & Readonly<Record<string, unknown>> {
    const { messages, report } = model;
    const gaps = report.unscored.filter(isGap);
    const outside = report.unscored.filter((row) => !isGap(row));
    const rows = [...gaps, ...outside].map((row) => ({
      label: row.label,
      reason: row.code === null ? row.status_label : row.code_label,
      gap: isGap(row),
      n: formatCount(row.n),
    }));
    return {
      title: messages.text('quality.title'),
      kicker: messages.text('quality.section'),
      notes: [],
      missing: cutList(model, rows, MOST_REASONS),
      policies: cutList(model, report.policies, MOST_POLICIES),
      warnings: cutList(model, report.warnings, MOST_WARNINGS),
    };
  },
});
