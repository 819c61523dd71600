import type { FailureRule } from '@reportcard/failures';
import {
  type Agreement,
  type Corrected,
  createRecord,
  type ScoresMeta,
  type ScoreTable,
  type TextRecord,
} from '@reportcard/report-schema';
import {
  type AuditRow,
  cohenKappa,
  countConfusion,
  estimateDifference,
  MIN_LABELS,
  meanAbsoluteError,
  meanDifference,
  quadraticKappa,
  spearman,
} from '@reportcard/statistics';
import type { AuditCell } from './manual-overrides.ts';

/** Below this κ a metric's failure reasons are unconfirmed (METRICS §8.5). */
export const UNCONFIRMED_KAPPA = 0.4;
const DEFAULT_THRESHOLD = 0.5;

/** How judge and humans agree, and the means corrected by the audit, by metric. */
export interface AuditMeasures {
  readonly agreement: TextRecord<Agreement>;
  readonly corrected: TextRecord<Corrected>;
}

interface PlannedRow extends AuditRow {
  readonly second: number | null;
}

/**
 * Compares automatic scores with human ones over the planned audit rows of the first query mode (METRICS §8.5): agreement
 * from 15 labelled rows on, a corrected mean when all planned rows are labelled. Scores outside the plan never count.
 * Metrics without planned rows are absent.
 */
export function measureAudit(
  automatic: ScoreTable,
  audit: readonly AuditCell[],
  { meta, rules }: { readonly meta: ScoresMeta; readonly rules: readonly FailureRule[] },
): AuditMeasures {
  const primary = meta.query_modes.length > 1 ? meta.query_modes[0] : undefined;
  const isPrimary = (row: number): boolean => primary === undefined || automatic.sample(row).query_mode === primary;
  const agreement = createRecord<Agreement>();
  const corrected = createRecord<Corrected>();
  for (const metric of automatic.metrics) {
    const planned = planOf(automatic, audit, metric, isPrimary);
    if (planned.length === 0) continue;
    const values = automatic.column(metric).values.filter((value, row) => !Number.isNaN(value) && isPrimary(row));
    agreement[metric] = measureAgreement(planned, thresholdOf(rules, metric));
    corrected[metric] = correctMean(values, planned);
  }
  return { agreement, corrected };
}

/** The planned rows of a metric that have an automatic score, in the order of the table. */
function planOf(
  automatic: ScoreTable,
  audit: readonly AuditCell[],
  metric: string,
  isPrimary: (row: number) => boolean,
): PlannedRow[] {
  const planned: [number, PlannedRow][] = [];
  for (const cell of audit) {
    const row = cell.metric === metric ? automatic.row(cell.sampleId) : undefined;
    if (row === undefined || cell.pi === null || !isPrimary(row)) continue;
    const { value } = automatic.get(row, metric);
    if (value === null) continue;
    planned.push([row, { automatic: value, human: cell.human, second: cell.second, pi: cell.pi }]);
  }
  return planned.sort(([a], [b]) => a - b).map(([, row]) => row);
}

function thresholdOf(rules: readonly FailureRule[], metric: string): number {
  const rule = rules.find((candidate) => candidate.metric === metric && 'below' in candidate.condition);
  return rule !== undefined && 'below' in rule.condition
    ? (rule.condition.below ?? DEFAULT_THRESHOLD)
    : DEFAULT_THRESHOLD;
}

const isUnit = (values: readonly number[]): boolean => values.every((value) => value >= 0 && value <= 1);

function measureAgreement(planned: readonly PlannedRow[], threshold: number): Agreement {
  const labelled = planned.filter((row): row is PlannedRow & { human: number } => row.human !== null);
  const human = labelled.map((row) => row.human);
  const judge = labelled.map((row) => row.automatic);
  const counts = { n: labelled.length, n_planned: planned.length, threshold, ...measureHumans(labelled, threshold) };
  if (labelled.length < MIN_LABELS) return { ...NO_AGREEMENT, ...counts };
  const difference = meanDifference(human, judge);
  const confusion = countConfusion(judge, human, threshold);
  const kappa = cohenKappa(confusion);
  return {
    ...counts,
    spearman: spearman(judge, human),
    mae: meanAbsoluteError(human, judge),
    mean_difference: difference.mean,
    mean_difference_ci95: difference.interval === null ? null : [...difference.interval],
    kappa,
    quadratic_kappa: isUnit([...judge, ...human]) ? quadraticKappa(judge, human) : null,
    confusion: {
      both_low: confusion.bothLow,
      only_auto_low: confusion.onlyFirstLow,
      only_human_low: confusion.onlySecondLow,
      neither_low: confusion.neitherLow,
    },
    unconfirmed: kappa !== null && kappa < UNCONFIRMED_KAPPA,
    state: 'ok',
  };
}

const NO_AGREEMENT = {
  spearman: null,
  mae: null,
  mean_difference: null,
  mean_difference_ci95: null,
  kappa: null,
  quadratic_kappa: null,
  confusion: null,
  unconfirmed: false,
  state: 'not_enough_labels',
} as const;

function measureHumans(
  labelled: readonly (PlannedRow & { human: number })[],
  threshold: number,
): { n_second: number; human_kappa: number | null } {
  const both = labelled.filter((row): row is PlannedRow & { human: number; second: number } => row.second !== null);
  const confusion = countConfusion(
    both.map((row) => row.human),
    both.map((row) => row.second),
    threshold,
  );
  return { n_second: both.length, human_kappa: both.length < MIN_LABELS ? null : cohenKappa(confusion) };
}

function correctMean(values: Float64Array, planned: readonly PlannedRow[]): Corrected {
  const result = estimateDifference({ automatic: values, audit: planned });
  if (result.estimate === null) {
    const { labelled, planned: n_planned, reason } = result;
    return { value: null, ci95: null, ci95_set: null, n_labelled: labelled, n_planned, state: reason };
  }
  return {
    value: result.estimate,
    ci95: [...result.intervalGeneral],
    ci95_set: [...result.interval],
    n_labelled: result.labelled,
    n_planned: planned.length,
    state: 'ok',
  };
}
