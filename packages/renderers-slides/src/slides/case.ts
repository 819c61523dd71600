import { type CaseView, formatValue, MILLISECONDS, parseReason } from '@reportcard/renderer-kit';
import { getOwn } from '@reportcard/report-schema';
import { type DeckModel, metricOf } from '../model/deck-model.ts';
import { pickCases } from '../model/pick-cases.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';
import { estimateWidth, shortenText } from '../svg/text-width.ts';

const MOST_CASES = 3;
const FIRST_K = 5;
const LISTED = 4;
const SCORES = ['hit@5', 'answer_correctness', 'faithfulness'];

function chosenCases(model: DeckModel): readonly CaseView[] {
  const { report } = model;
  const chains = report.failures.combinations.map(({ reasons }) =>
    reasons.map((reason) => parseReason(reason).id).join('+'),
  );
  const intents = report.l2.map((row) => row.label);
  return pickCases(report.cases, chains, intents, MOST_CASES);
}

/** Keys under which a text about a chain of causes may stand: the whole chain, its pairs, its first cause. */
function chainKeys(view: CaseView): string[] {
  const ids = view.reasons.map(({ id }) => id.replace(/^hit@\d+_/, 'hit@k_'));
  const pairs = ids.slice(1).map((id) => `${ids[0]}+${id}`);
  return [ids.join('+'), ...pairs, ...ids.slice(0, 1)].map((chain) => `case.title.${chain}`);
}

function createTitle(model: DeckModel, view: CaseView): string {
  const key = chainKeys(view).find((name) => model.messages.has(name));
  return key === undefined ? (view.reasons[0]?.label ?? '') : model.messages.text(key);
}

function missedRetrieval(view: CaseView): string | undefined {
  return view.reasons.map(({ id }) => /^hit@(\d+)_miss$/.exec(id)?.[1]).find((k) => k !== undefined);
}

function createDiagnosis(model: DeckModel, view: CaseView): string {
  const k = missedRetrieval(view);
  const n = view.expected?.length ?? 0;
  const found = (view.retrieved ?? []).slice(0, Number(k ?? 0)).some((document) => document.hit);
  if (k === undefined || n === 0 || found || view.reasons[0]?.id !== `hit@${k}_miss`) return view.diagnosis;
  return model.messages.text('case.retrieval', { n, k });
}

function listExpected(model: DeckModel, view: CaseView): Readonly<Record<string, unknown>> {
  const { messages } = model;
  const expected = view.expected ?? [];
  const items = expected.slice(0, LISTED).map((id) => {
    const rank = (view.retrieved ?? []).findIndex((document) => document.id === id) + 1;
    const found = rank > 0;
    return { id, found, text: found ? messages.text('case.found', { rank }) : messages.text('case.not_found') };
  });
  const rest = expected.length - items.length;
  return {
    items,
    more: rest > 0 ? messages.text('case.more', { n: rest }) : '',
    empty: expected.length === 0 ? messages.text('case.no_expected') : '',
  };
}

function listRetrieved(model: DeckModel, view: CaseView): Readonly<Record<string, unknown>> {
  const retrieved = view.retrieved ?? [];
  const most = retrieved.length === FIRST_K ? FIRST_K : LISTED;
  const items = retrieved
    .slice(0, most)
    .map((document, index) => ({ rank: index + 1, id: document.id, hit: document.hit }));
  const rest = Math.min(FIRST_K, retrieved.length) - items.length;
  return {
    items,
    more: rest > 0 ? model.messages.text('case.more', { n: rest }) : '',
    empty: retrieved.length === 0 ? model.messages.text('case.nothing') : '',
  };
}

function createScores(model: DeckModel, view: CaseView): readonly Readonly<Record<string, unknown>>[] {
  const failure = model.input.failures[view.failure_line - 1];
  return SCORES.flatMap((id) => {
    const row = metricOf(model, id);
    if (row === undefined) return [];
    const value = getOwn(failure?.scores, id) ?? null;
    const low = value !== null && value < 0.5;
    // A reason cuts its value after two places; the same number beside it must not be rounded to another one.
    const cut = view.reasons.find((reason) => reason.id === `${id}_low`)?.value ?? null;
    const text = cut ?? formatValue(value, { kind: 'decimal', digits: 2 });
    return [{ label: row.label, text, low, percent: Math.round(Math.min(1, Math.max(0, value ?? 0)) * 1000) / 10 }];
  });
}

/** Larger type for short questions. */
function questionStep(text: string): number {
  const width = estimateWidth(text);
  return width <= 48 ? 0 : width <= 100 ? 1 : 2;
}

function createTimes(model: DeckModel, view: CaseView): string {
  const { messages } = model;
  const parts = [];
  if (view.first_token_ms !== null) {
    parts.push(messages.text('case.first_token', { value: formatValue(view.first_token_ms, MILLISECONDS) }));
  }
  if (view.latency_ms !== null) {
    parts.push(messages.text('case.total', { value: formatValue(view.latency_ms, MILLISECONDS) }));
  }
  return parts.join(' · ');
}

export const caseSlide: Slide = defineSlide({
  id: 'case',
  template: 'case.njk',
  section: 'talk',
  seconds: 5,
  when: (model) => model.report.cases.length > 0,
  data(model): readonly (SlideContext & Readonly<Record<string, unknown>>)[] {
    const { messages } = model;
    const views = chosenCases(model);
    return views.map((view, index) => {
      const diagnosis = createDiagnosis(model, view);
      const question = view.user_input ?? messages.text('case.no_text');
      const chain = view.reasons.map(({ label, value }) => (value === null ? label : `${label} ${value}`));
      return {
        title: createTitle(model, view),
        kicker: messages.text('case.section', { i: index + 1, n: views.length }),
        notes: [shortenText(question, 120), `${chain.join(' → ')}.`, diagnosis],
        sample: { id: view.query_id, intent: view.intent_l2 },
        question: { text: question, step: questionStep(question), missing: view.user_input === null },
        chain,
        scores: createScores(model, view),
        times: createTimes(model, view),
        expected: listExpected(model, view),
        retrieved: listRetrieved(model, view),
        retrieved_title: messages.text('case.retrieved', { k: FIRST_K }),
        answer: view.answer,
        error: view.error,
        reference: view.reference,
        diagnosis,
      };
    });
  },
});
