import { getOwn, type SampleScores, type SheetRow } from '@reportcard/report-schema';
import {
  cutHash,
  inclusionColumn,
  isBlankCell,
  manualColumn,
  parseManualCell,
  REASON_COLUMN,
  REVIEWER_COLUMN,
  secondManualColumn,
} from '@reportcard/score-sheet';
import { cleanLine } from './clean-text.ts';
import type { ReviewContext } from './review-context.ts';
import type { ReviewCell, ReviewFlag, ReviewReason, ReviewSample } from './review-index.ts';

/** Below this a score is low: the same line as the audit plan draws. */
const LOW_SCORE = 0.6;
const QUESTION_LENGTH = 240;

/** A cell's text; blank ones are empty. */
export function cellText(row: SheetRow, column: string): string {
  const text = getOwn(row.cells, column) ?? '';
  return isBlankCell(text) ? '' : text.trim();
}

/** True where the row's scores were given for other inputs than the sample's. */
export function isStaleRow(row: SheetRow, sample: SampleScores): boolean {
  const hash = cellText(row, 'inputs_sha256').toLowerCase();
  return /^[0-9a-f]{16}$/.test(hash) && hash !== cutHash(sample.inputs_sha256);
}

function describeCell(context: ReviewContext, id: string, row: SheetRow, metric: string): ReviewCell {
  const { scores, names } = context;
  const sample = scores.per_sample[id];
  const unit = scores.metrics[metric]?.unit ?? 'ratio';
  const override = context.overrides.get(id)?.get(metric);
  const unscored = sample === undefined ? undefined : getOwn(sample.unscored, metric);
  const auto = override === undefined ? (getOwn(sample?.scores, metric) ?? null) : override.auto.value;
  const [status, code] =
    override === undefined
      ? [unscored?.status ?? 'skipped', unscored?.code]
      : [override.auto.status, override.auto.code];
  const manual = cellText(row, manualColumn(metric));
  const parsed = parseManualCell(manual, { decimalComma: false, unit });
  const pi = parseManualCell(cellText(row, inclusionColumn(metric)), { decimalComma: false });
  return {
    auto,
    autoText: auto === null ? names.unscored(status, code ?? null) : names.value(metric, unit, auto),
    applicable: unscored?.status !== 'not_applicable',
    manual,
    value: 'value' in parsed ? parsed.value : null,
    unreadable: 'error' in parsed,
    second: cellText(row, secondManualColumn(metric)),
    pi: 'value' in pi ? pi.value : null,
  };
}

/** A value turned so that low is bad, for ratios; null for other units. */
function goodness(context: ReviewContext, metric: string, value: number | null): number | null {
  const info = context.scores.metrics[metric];
  if (value === null || info === undefined || info.unit !== 'ratio') return null;
  return info.higher_is_better ? value : 1 - value;
}

/** The metric behind a failure reason such as `faithfulness_low(0.35)`; null where it is not one a human may score. */
function metricOfReason(context: ReviewContext, reason: string): string | null {
  const metric = /^(.+)_(?:low|high)(?:\(.*\))?$/s.exec(reason)?.[1];
  return metric !== undefined && context.scorable.includes(metric) ? metric : null;
}

function describeReasons(context: ReviewContext, sample: SampleScores, cells: ReviewSample['cells']): ReviewReason[] {
  return sample.failure_reasons.map((reason) => {
    const metric = metricOfReason(context, reason);
    const unconfirmed =
      metric !== null && !context.confirmed.has(metric) && (getOwn(cells, metric)?.manual ?? '') === '';
    return { text: context.names.reason(reason), unconfirmed };
  });
}

function isHighRisk({ intent_l1, intent_l2 }: SampleScores, intents: readonly string[]): boolean {
  const candidates = [intent_l1, intent_l2, `${intent_l1 ?? ''}/${intent_l2 ?? ''}`];
  return candidates.some((name) => name !== null && name !== '' && intents.includes(name));
}

/** Reviewed: every score the audit asks for is there; outside an audit, any score is. */
function isReviewed(cells: readonly ReviewCell[]): boolean {
  const planned = cells.filter((cell) => cell.pi !== null && cell.applicable);
  return planned.length > 0 ? planned.every((cell) => cell.manual !== '') : cells.some((cell) => cell.manual !== '');
}

function describeVariant(sample: SampleScores, varying: ReviewContext['varying']): string {
  const parts = [
    varying.mode ? sample.query_mode : '',
    varying.unit ? (sample.unit_id ?? '') : '',
    varying.pass ? `#${sample.pass + 1}` : '',
  ];
  return cleanLine(parts.filter((part) => part !== '').join(' · '));
}

/** A sample as the page lists it, with what its row of the sheet says now. */
export function describeSample(context: ReviewContext, id: string, sample: SampleScores, row: SheetRow): ReviewSample {
  const entries = context.scorable.map((metric) => [metric, describeCell(context, id, row, metric)] as const);
  const cells = Object.fromEntries(entries);
  const stale = isStaleRow(row, sample) && entries.some(([, cell]) => cell.manual !== '' || cell.second !== '');
  const goods = entries.flatMap(([metric, cell]) => goodness(context, metric, cell.value ?? cell.auto) ?? []);
  const lowest = goods.length === 0 ? null : Math.min(...goods);
  const reasons = describeReasons(context, sample, cells);
  const drop = context.drops.get(id) ?? null;
  const tests: Readonly<Record<ReviewFlag, boolean>> = {
    failed: reasons.length > 0,
    low: lowest !== null && lowest < LOW_SCORE,
    dropped: drop !== null,
    high_risk: isHighRisk(sample, context.highRiskIntents),
    unconfirmed: reasons.some((reason) => reason.unconfirmed),
    audit: entries.some(([, cell]) => cell.pi !== null),
    unscored: entries.some(([, cell]) => cell.applicable && cell.auto === null && cell.value === null),
    scorable: entries.some(([, cell]) => cell.applicable),
    reviewed: !stale && isReviewed(entries.map(([, cell]) => cell)),
    stale,
  };
  return {
    id,
    queryId: cleanLine(sample.query_id),
    variant: describeVariant(sample, context.varying),
    intentL1: cleanLine(sample.intent_l1 ?? ''),
    intentL2: cleanLine(sample.intent_l2 ?? ''),
    difficulty: cleanLine(sample.difficulty ?? ''),
    finalStatus: context.names.finalStatus(sample.final_status),
    question: cleanLine(getOwn(row.cells, 'user_input') ?? '').slice(0, QUESTION_LENGTH),
    reasons,
    cells,
    reviewer: cellText(row, REVIEWER_COLUMN),
    reason: cellText(row, REASON_COLUMN),
    drop,
    lowest,
    flags: (Object.keys(tests) as ReviewFlag[]).filter((flag) => tests[flag]),
  };
}
