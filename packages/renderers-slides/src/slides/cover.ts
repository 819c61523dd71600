import { formatCount, type MetricRow } from '@reportcard/renderer-kit';
import { drawRing, type RingSegment } from '../charts/ring.ts';
import type { DeckModel } from '../model/deck-model.ts';
import { shortName } from '../model/short-name.ts';
import { findWeakSlice } from '../model/weakest.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';
import { shortenText } from '../svg/text-width.ts';

const MOST_NAMED = 3;
const RING_SIZE = 352;

interface Scoreboard {
  readonly segments: readonly RingSegment[];
  readonly met: number;
  readonly total: number;
  /** What is not met: failed first, then what could not be judged. */
  readonly missed: readonly RingSegment[];
}

/** One entry a gate; without gates one a target; null without either. */
function createScoreboard(model: DeckModel): Scoreboard | null {
  const segments = model.gate === null ? targetSegments(model) : gateSegments(model);
  if (segments.length === 0) return null;
  const missed = (['fail', 'inconclusive'] as const).flatMap((state) =>
    segments.filter((segment) => segment.state === state),
  );
  return { segments, met: segments.length - missed.length, total: segments.length, missed };
}

function gateSegments(model: DeckModel): RingSegment[] {
  return (model.gate?.rules ?? []).map((rule) => ({
    state: rule.verdict,
    title: rule.slice_label === null ? rule.label : `${rule.label} · ${shortenText(rule.slice_label, 14)}`,
  }));
}

function targetSegments(model: DeckModel): RingSegment[] {
  return model.report.metrics
    .filter((row) => row.target !== null)
    .map((row) => ({
      state: row.state === 'good' ? 'pass' : row.state === 'inconclusive' ? 'inconclusive' : 'fail',
      title: row.label,
    }));
}

function withTarget(model: DeckModel, state: MetricRow['state']): MetricRow | undefined {
  return model.report.metrics.find((row) => row.state === state);
}

/** The sentence of the deck: from the gate, else from the targets, else the headline metric's value. */
function createHeadlineText(model: DeckModel): string {
  const { messages, report, gate } = model;
  if (gate !== null || report.run.n_samples === 0) return report.headline.verdict;
  const bad = withTarget(model, 'bad');
  const missed = bad ?? withTarget(model, 'amber');
  if (missed !== undefined) {
    const values = { metric: missed.label, value: missed.shown.value, target: missed.shown.target };
    return messages.text(bad === undefined ? 'cover.headline_amber' : 'cover.headline_missed', values);
  }
  const good = report.metrics.filter((row) => row.state === 'good').length;
  if (good > 0) return messages.text('cover.headline_all_met', { n: good });
  const metric = report.headline_metric;
  if (metric === null || metric.value === null) return messages.text('cover.headline_nothing');
  return messages.text('cover.headline_value', { metric: metric.label, value: metric.shown.value });
}

/** The weakest second-level intent in one sentence; empty where none falls behind. */
function describeRisk(model: DeckModel): string {
  const metric = model.report.headline_metric;
  const weak = findWeakSlice(model.report.l2, metric);
  const cell = metric === null ? undefined : weak?.cells[metric.id];
  if (metric === null || weak === null || cell === undefined) return '';
  const values = { slice: shortenText(weak.label, 20), metric: shortName(metric.label), value: cell.text };
  return model.messages.text('headline.risk', values);
}

function createFacts(model: DeckModel): readonly { label: string; value: string }[] {
  const { report, messages } = model;
  const failed = report.run.statuses
    .filter(({ status }) => status !== 'success' && status !== 'refused')
    .reduce((sum, { n }) => sum + n, 0);
  return report.run.facts
    .filter((fact) => fact.value !== null || fact.id === 'baseline')
    .filter((fact) => fact.id !== 'commit')
    .map((fact) => {
      const errors = fact.id === 'samples' && failed > 0 ? ` · ${messages.text('cover.errors', { n: failed })}` : '';
      return { label: fact.label, value: `${fact.value ?? messages.text('deck.not_collected')}${errors}` };
    });
}

function createRing(model: DeckModel, board: Scoreboard): Readonly<Record<string, unknown>> {
  const { messages } = model;
  const rest = board.missed.length - MOST_NAMED;
  return {
    figure: drawRing(board.segments, RING_SIZE, messages.text('cover.ring', { met: board.met, total: board.total })),
    big: `${board.met}/${board.total}`,
    caption: messages.text(model.gate === null ? 'cover.on_target' : 'cover.rules'),
    missed: board.missed.slice(0, MOST_NAMED),
    more: rest > 0 ? messages.text('cover.more_failed', { n: rest }) : '',
  };
}

/** The big number in place of a ring when nothing was asked of the run. */
function createBigNumber(model: DeckModel): Readonly<Record<string, unknown>> {
  const metric = model.report.headline_metric;
  const n = model.report.run.n_samples;
  const samples = model.messages.text('cover.samples', { n: formatCount(n) });
  if (metric === null || metric.value === null)
    return { figure: null, big: formatCount(n), caption: samples, missed: [] };
  return { figure: null, big: metric.shown.value, caption: metric.label, missed: [] };
}

export const coverSlide: Slide = defineSlide({
  id: 'cover',
  template: 'cover.njk',
  section: 'talk',
  seconds: 8,
  when: () => true,
  data(model): SlideContext & Readonly<Record<string, unknown>> {
    const { messages, report, gate } = model;
    const headline = createHeadlineText(model);
    const board = createScoreboard(model);
    const risk = describeRisk(model);
    return {
      title: headline,
      kicker: `${model.title} · ${model.day}`,
      notes: [messages.text('cover.notes', { headline, detail: risk })],
      verdict: gate === null ? null : { state: gate.verdict, text: messages.text(`verdict.${gate.verdict}`) },
      risk,
      ring: board === null ? createBigNumber(model) : createRing(model, board),
      facts: createFacts(model),
      commit: report.run.commit,
      keys: messages.text('deck.keys'),
    };
  },
});
