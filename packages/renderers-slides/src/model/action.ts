import {
  formatDelta,
  formatShare,
  formatTarget,
  formatValue,
  liftSlices,
  type MetricRow,
  missesTarget,
  type SliceRow,
} from '@reportcard/renderer-kit';
import { getOwn, SMALL_N } from '@reportcard/report-schema';
import { type DeckModel, metricOf } from './deck-model.ts';
import { goalOf } from './goal.ts';
import { shortName } from './short-name.ts';

/** Something to do next, derived from the numbers. */
export interface Action {
  /** Rule it comes from, such as `slice`. */
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** What it is expected to bring. */
  readonly gain: string;
  /** Null: a line to write a name on. */
  readonly owner: string | null;
}

interface ActionRule {
  readonly id: string;
  derive(model: DeckModel): readonly Omit<Action, 'id'>[];
}

const MOST_ACTIONS = 4;
const FULL_COVERAGE = 0.95;

function ownerOf(model: DeckModel, ...names: readonly string[]): string | null {
  for (const name of names) {
    const owner = getOwn(model.options.owners, name);
    if (owner !== undefined) return owner;
  }
  return null;
}

function sliceAction(model: DeckModel, metric: MetricRow, slice: SliceRow): Omit<Action, 'id'> | undefined {
  const goal = goalOf(metric);
  const cell = slice.cells[metric.id];
  if (goal === null || cell === undefined || metric.info.aggregate !== 'mean') return undefined;
  const others = model.report.l2.map((row) => (row.key === slice.key ? row : raise(row, metric.id, goal)));
  const lift = liftSlices(others, metric.id, metric.value, goal, 1, metric.info.higher_is_better);
  if (lift === null) return undefined;
  const suffix = metric.target === null ? '_overall' : '';
  const { messages } = model;
  return {
    title: messages.text('action.slice', { slice: slice.label }),
    detail: messages.text(`action.slice_detail${suffix}`, {
      metric: shortName(metric.label),
      value: cell.text,
      n: cell.n_scored,
      goal: formatValue(goal, metric.style),
    }),
    gain: messages.text(`action.slice_gain${suffix}`, { gain: formatDelta(lift.after - lift.before, metric.style) }),
    owner: ownerOf(model, slice.key, slice.label, 'slice'),
  };
}

/** The row as if it had reached the goal already, so that only the slice in question is lifted. */
function raise(row: SliceRow, metric: string, goal: number): SliceRow {
  const cell = row.cells[metric];
  if (cell === undefined || cell.value === null) return row;
  return { ...row, cells: { ...row.cells, [metric]: { ...cell, value: goal } } };
}

function fixWeakSlices(model: DeckModel, from: number, to: number): readonly Omit<Action, 'id'>[] {
  const metric = model.report.headline_metric;
  if (metric === null) return [];
  const candidates = model.report.l2.filter((row) => !row.small && (row.cells[metric.id]?.value ?? null) !== null);
  return candidates.slice(from, to).flatMap((slice) => sliceAction(model, metric, slice) ?? []);
}

function fixRetrieval(model: DeckModel): readonly Omit<Action, 'id'>[] {
  let wrong = 0;
  let missed = 0;
  for (const { reasons, n } of model.report.failures.combinations) {
    if (!reasons.some((reason) => reason.startsWith('answer_correctness_low'))) continue;
    wrong += n;
    if (reasons.some((reason) => /^hit@\d+_miss$/.test(reason))) missed += n;
  }
  if (missed === 0) return [];
  const { messages } = model;
  return [
    {
      title: messages.text('action.retrieval'),
      detail: messages.text('action.retrieval_detail', { n: missed, total: wrong }),
      gain: messages.text('action.retrieval_gain', { n: missed }),
      owner: ownerOf(model, 'retrieval'),
    },
  ];
}

function gainOfRule(model: DeckModel, metric: string): string {
  const { gate, messages } = model;
  const failed = gate?.rules.filter((rule) => rule.verdict === 'fail') ?? [];
  const mended = failed.filter((rule) => rule.metric === metric && rule.slice === null).length;
  if (mended === 0) return messages.text('action.target_gain');
  const rest = failed.length - mended;
  if (rest === 0 && gate?.n_inconclusive === 0) return messages.text('action.gate_gain');
  return messages.text('action.gate_gain_more', { from: failed.length, to: rest });
}

function reachTargets(model: DeckModel): readonly Omit<Action, 'id'>[] {
  const { messages, report } = model;
  return report.metrics
    .filter((row) => missesTarget(row.state) && row.target !== null)
    .sort((a, b) => Number(a.state === 'amber') - Number(b.state === 'amber'))
    .map((row) => ({
      title: messages.text('action.metric', { metric: row.label }),
      detail: messages.text('action.metric_detail', {
        value: row.shown.value,
        target: row.target === null ? '' : formatTarget(row.target.kind, row.target.threshold, row.style),
      }),
      gain: gainOfRule(model, row.id),
      owner: ownerOf(model, row.id, 'metric'),
    }));
}

function explainDrops(model: DeckModel): readonly Omit<Action, 'id'>[] {
  const rules = model.gate_report?.rules ?? [];
  return rules.flatMap((rule) => {
    const row = metricOf(model, rule.metric);
    const drop = rule.kind === 'max_drop' || rule.kind === 'not_worse';
    if (!drop || rule.verdict !== 'fail' || row === undefined) return [];
    return [
      {
        title: model.messages.text('action.drop', { metric: row.label }),
        detail: model.messages.text('action.drop_detail', {
          from: formatValue(rule.baseline ?? row.delta?.baseline ?? null, row.style),
          to: row.shown.value,
        }),
        gain: gainOfRule(model, rule.metric),
        owner: ownerOf(model, rule.metric, 'drop'),
      },
    ];
  });
}

function fixRequests(model: DeckModel): readonly Omit<Action, 'id'>[] {
  const failed = model.report.run.statuses
    .filter(({ status }) => status !== 'success' && status !== 'refused')
    .reduce((sum, { n }) => sum + n, 0);
  if (failed === 0) return [];
  const { messages, report } = model;
  return [
    {
      title: messages.text('action.requests'),
      detail: messages.text('action.requests_detail', { n: failed, total: report.run.n_samples }),
      gain: messages.text('action.requests_gain', { n: failed }),
      owner: ownerOf(model, 'requests'),
    },
  ];
}

function fillCoverage(model: DeckModel): readonly Omit<Action, 'id'>[] {
  const rows = model.report.metrics.filter((row) => row.n_scored > 0 && (row.coverage ?? 1) < FULL_COVERAGE);
  const [row] = rows.sort((a, b) => (a.coverage ?? 1) - (b.coverage ?? 1));
  const bounds = row?.stats?.bounds ?? null;
  if (row === undefined || bounds === null || row.stats === null) return [];
  const { messages } = model;
  return [
    {
      title: messages.text('action.coverage', { metric: row.label }),
      detail: messages.text('action.coverage_detail', {
        coverage: formatShare(row.stats.n_scored, row.stats.n_eligible),
        n: row.stats.n_eligible - row.stats.n_scored,
      }),
      gain: messages.text('action.coverage_gain', {
        low: formatValue(bounds[0], row.style),
        high: formatValue(bounds[1], row.style),
      }),
      owner: ownerOf(model, row.id, 'coverage'),
    },
  ];
}

function addSamples(model: DeckModel): readonly Omit<Action, 'id'>[] {
  const few = model.report.l2.filter((row) => row.small);
  if (few.length === 0) return [];
  const { messages } = model;
  const names = few.map((row) => row.label).join(messages.locale === 'zh-CN' ? '、' : ', ');
  return [
    {
      title: messages.text('action.few'),
      detail: messages.text('action.few_detail', { n: few.length, least: SMALL_N, names }),
      gain: messages.text('action.few_gain'),
      owner: ownerOf(model, 'few'),
    },
  ];
}

/** Rules in order of precedence; each gives none, one or several actions. */
const ACTION_RULES: readonly ActionRule[] = [
  { id: 'slice', derive: (model) => fixWeakSlices(model, 0, 1) },
  { id: 'retrieval', derive: fixRetrieval },
  { id: 'drop', derive: explainDrops },
  { id: 'metric', derive: reachTargets },
  { id: 'requests', derive: fixRequests },
  { id: 'coverage', derive: fillCoverage },
  { id: 'few', derive: addSamples },
  { id: 'slice', derive: (model) => fixWeakSlices(model, 1, 3) },
];

/** The first action of each rule that fires, then further ones of the same rules, at most four. */
export function deriveActions(model: DeckModel): readonly Action[] {
  const found = ACTION_RULES.map((rule) => rule.derive(model).map((action) => ({ id: rule.id, ...action })));
  const first = found.flatMap((actions) => actions.slice(0, 1));
  const further = found.flatMap((actions) => actions.slice(1));
  return [...first, ...further].slice(0, MOST_ACTIONS);
}
