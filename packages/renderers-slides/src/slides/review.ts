import { formatShare, formatValue, type OverrideEffect } from '@reportcard/renderer-kit';
import { getOwn, type Override } from '@reportcard/report-schema';
import { createDotDomain } from '../charts/dot-row.ts';
import { drawDumbbell } from '../charts/dumbbell.ts';
import type { Interval } from '../charts/interval.ts';
import { type DeckModel, metricOf } from '../model/deck-model.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const TRACK_WIDTH = 392;
const MOST_ROWS = 6;
const MOST_AUDITS = 3;

function createRow(model: DeckModel, effect: OverrideEffect, domain: Interval): Readonly<Record<string, unknown>> {
  return {
    label: effect.label,
    corrections: model.messages.text('review.corrections', { n: effect.n }),
    before: effect.shown.before,
    after: effect.shown.after,
    difference: effect.shown.difference,
    figure: drawDumbbell(effect.before, effect.after, domain, TRACK_WIDTH),
  };
}

/** How far a human moved a score; a score given where there was none counts as a move over the whole scale. */
function sizeOf(override: Override): number {
  return override.auto.value === null ? 1 : Math.abs(override.manual - override.auto.value);
}

function describeLargest(model: DeckModel): string {
  const { messages, input } = model;
  const [largest] = [...input.scores.meta.overrides].sort((a, b) => sizeOf(b) - sizeOf(a));
  const row = largest === undefined ? undefined : metricOf(model, largest.metric);
  if (largest === undefined || row === undefined) return '';
  const style = { kind: row.style.kind, digits: row.style.kind === 'decimal' ? 2 : row.style.digits };
  const before = largest.auto.value;
  const sample = getOwn(input.scores.per_sample, largest.sample_id)?.query_id ?? largest.sample_id;
  return messages.text('review.largest', {
    sample,
    metric: row.label,
    from: before === null ? messages.text('review.unscored') : formatValue(before, style),
    to: formatValue(largest.manual, style),
  });
}

/** One line an audited metric: the mean corrected by the audit, else why there is none. */
function describeAudit(model: DeckModel): readonly string[] {
  return model.report.audit.slice(0, MOST_AUDITS).map((row) => {
    if ((row.corrected?.value ?? null) === null) return `${row.label}: ${row.state}`;
    return model.messages.text('review.audit', {
      metric: row.label,
      value: row.shown.corrected,
      interval: row.shown.corrected_ci95,
      n: row.n_labelled,
    });
  });
}

function createTitle(model: DeckModel): string {
  const { messages, report } = model;
  const { overrides, audit } = report;
  if (overrides.n > 0) return messages.text('review.title', { n: overrides.n, samples: overrides.n_samples });
  if (overrides.stale.length > 0) return messages.text('review.title_stale', { n: overrides.stale.length });
  return messages.text('review.title_audit', { n: audit.length });
}

export const reviewSlide: Slide = defineSlide({
  id: 'review',
  template: 'review.njk',
  section: 'backup',
  seconds: 0,
  when: ({ report }) => report.overrides.n + report.overrides.stale.length + report.audit.length > 0,
  data(model): SlideContext & Readonly<Record<string, unknown>> {
    const { messages, report } = model;
    const { overrides } = report;
    const effects = overrides.effects.filter((effect) => effect.after !== null).slice(0, MOST_ROWS);
    const numbers = effects.flatMap((effect) => [effect.before, effect.after].filter((value) => value !== null));
    const domain = createDotDomain(numbers);
    const stale = overrides.stale.length;
    return {
      title: createTitle(model),
      kicker: messages.text('review.section'),
      notes: [],
      big: String(overrides.n),
      share: messages.text('review.share', { share: formatShare(overrides.n_samples, report.run.n_samples) }),
      rule: messages.text('review.rule'),
      stale: stale > 0 ? messages.text('review.stale', { n: stale }) : '',
      audit: describeAudit(model),
      rows: effects.map((effect) => createRow(model, effect, domain)),
      axis: domain.map((value) => formatValue(value, { kind: 'decimal', digits: 1 })),
      largest: overrides.n === 0 ? '' : describeLargest(model),
      legend: [
        { mark: 'hollow', text: messages.text('legend.before') },
        { mark: 'dot', text: messages.text('legend.after') },
      ],
    };
  },
});
