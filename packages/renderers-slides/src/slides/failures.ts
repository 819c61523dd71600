import { formatShare, reasonLabelIn } from '@reportcard/renderer-kit';
import { drawUpset } from '../charts/upset.ts';
import { type DeckModel, metricOf } from '../model/deck-model.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

const MOST_COLUMNS = 8;
const MOST_ROWS = 8;
const LEAST_ROWS = 5;

/** Causes to show: those that occurred, in pipeline order, filled up with ones that did not. */
function pickRows(model: DeckModel): readonly { id: string; name: string; n: number }[] {
  const { messages, report, input } = model;
  const all = Object.entries(input.scores.failures.by_reason);
  const occurred = report.failures.reasons.map(({ id }) => id);
  const frequent = [...report.failures.reasons].sort((a, b) => b.n - a.n).slice(0, MOST_ROWS);
  const kept = new Set(frequent.map(({ id }) => id));
  for (const [id] of all) if (kept.size < LEAST_ROWS && !occurred.includes(id)) kept.add(id);
  return all
    .filter(([id]) => kept.has(id))
    .map(([id, n]) => ({ id, name: reasonLabelIn(messages, id, input.scores), n }));
}

/** The first cause that most failures share, with the number of failures that begin with it. */
function findOrigin(model: DeckModel): { label: string; n: number } | undefined {
  const origins = new Map<string, { label: string; n: number }>();
  for (const { reasons, labels, n } of model.report.failures.combinations) {
    const [first, label] = [reasons[0], labels[0]];
    if (first === undefined || label === undefined) continue;
    origins.set(first, { label, n: (origins.get(first)?.n ?? 0) + n });
  }
  return [...origins.values()].sort((a, b) => b.n - a.n)[0];
}

function createTitle(model: DeckModel): string {
  const { messages, report } = model;
  const origin = findOrigin(model);
  return messages.text('failures.title', {
    n: report.failures.n_failed,
    share: formatShare(origin?.n ?? 0, report.failures.n_failed).replace(/\.0%$/, '%'),
    cause: origin?.label ?? '',
  });
}

function createContext(model: DeckModel): SlideContext & Readonly<Record<string, unknown>> {
  const { messages, report } = model;
  const { failures } = report;
  const rows = pickRows(model);
  const position = new Map(rows.map((row, index) => [row.id, index]));
  const shown = failures.combinations.slice(0, MOST_COLUMNS);
  const rest = failures.combinations.slice(MOST_COLUMNS);
  const join = messages.locale === 'zh-CN' ? '、' : ', ';
  const title = createTitle(model);
  return {
    title,
    kicker: messages.text('failures.section'),
    notes: [title, ...failures.reasons.slice(0, 3).map((reason) => `${reason.label}: ${reason.n}`)],
    nothing: null,
    rate: failures.shown_rate,
    rate_text: messages.text('failures.rate', { failed: failures.n_failed, total: failures.n_total }),
    multi: messages.text('failures.multi', { n: failures.n_multi_cause }),
    single: messages.text('failures.single', { n: failures.n_failed - failures.n_multi_cause }),
    more:
      rest.length > 0
        ? messages.text('failures.more', { n: rest.length, samples: rest.reduce((sum, { n }) => sum + n, 0) })
        : '',
    unmeasured: isJudged(model) ? '' : messages.text('failures.unmeasured'),
    figure: drawUpset({
      rows,
      columns: shown.map(({ reasons, labels, n }) => ({
        members: reasons.flatMap((reason) => position.get(reason) ?? []),
        n,
        title: messages.text('failures.combination', { causes: labels.join(join), n }),
      })),
      caption: messages.text('failures.caption'),
      name: messages.text('failures.chart'),
    }),
  };
}

/** False when a metric that a usual failure rule reads has no value, so that its rule could not fire. */
function isJudged(model: DeckModel): boolean {
  return ['answer_correctness', 'faithfulness'].every((id) => metricOf(model, id)?.value !== null);
}

export const failuresSlide: Slide = defineSlide({
  id: 'failures',
  template: 'failures.njk',
  section: 'talk',
  seconds: 14,
  when: () => true,
  data(model) {
    const { messages, report } = model;
    if (report.failures.n_failed > 0) return createContext(model);
    const title = messages.text('failures.none_title');
    const nothing = report.failures.n_total === 0;
    return {
      title,
      kicker: messages.text('failures.section'),
      notes: [title],
      nothing: messages.text(nothing ? 'failures.no_samples' : 'failures.none', { n: report.failures.n_total }),
      good: !nothing,
    };
  },
});
