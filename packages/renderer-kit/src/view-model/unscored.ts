import {
  getOwn,
  type ScoresFile,
  type ScoreTable,
  STATUSES,
  type Status,
  sampleSource,
  sampleValues,
} from '@reportcard/report-schema';
import { codeLabel, metricLabel } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';

/** How many samples one metric has no value for, for one reason. */
export interface UnscoredRow {
  readonly metric: string;
  readonly label: string;
  readonly status: Status;
  readonly status_label: string;
  /** Machine code; null where the scores give none. */
  readonly code: string | null;
  readonly code_label: string;
  readonly n: number;
}

/** True for samples inside the metric's population: those lower its coverage or were dropped from its mean. */
export function isGap(row: UnscoredRow): boolean {
  return row.status !== 'not_applicable';
}

type Counts = Map<string, Map<string, { status: Status; code: string | null; n: number }>>;

const counted = new WeakMap<ScoresFile, Counts>();

/** Counts once for all pages that are made from the same scores. */
function countOnce(scores: ScoresFile): Counts {
  const counts = counted.get(scores) ?? countUnscored(scores);
  counted.set(scores, counts);
  return counts;
}

function addReason(counts: Counts, metric: string, status: Status, code: string | null): void {
  let reasons = counts.get(metric);
  if (reasons === undefined) {
    reasons = new Map();
    counts.set(metric, reasons);
  }
  const key = `${status}/${code ?? ''}`;
  const count = reasons.get(key);
  if (count === undefined) reasons.set(key, { status, code, n: 1 });
  else count.n++;
}

function countUnscored(scores: ScoresFile): Counts {
  const counts: Counts = new Map();
  const table = sampleSource(scores)?.table;
  if (table !== undefined) {
    for (const metric of table.metrics) countColumn(counts, table, metric);
    return counts;
  }
  for (const sample of sampleValues(scores)) {
    for (const metric of Object.keys(sample.unscored)) {
      const entry = getOwn(sample.unscored, metric);
      if (entry !== undefined) addReason(counts, metric, entry.status, entry.code ?? null);
    }
  }
  return counts;
}

function countColumn(counts: Counts, table: ScoreTable, metric: string): void {
  const codeOf = table.codesOf(metric);
  for (const [row, index] of table.column(metric).statuses.entries()) {
    const status = STATUSES[index] ?? 'ok';
    if (status !== 'ok') addReason(counts, metric, status, codeOf(row) ?? null);
  }
}

/** Why metrics have no value: metric × status × code, metrics in report order, then by status and the larger count first. */
export function createUnscoredRows(scores: ScoresFile, messages: Messages): readonly UnscoredRow[] {
  const counts = countOnce(scores);
  const rows: UnscoredRow[] = [];
  for (const [metric, info] of Object.entries(scores.metrics)) {
    const reasons = [...(counts.get(metric)?.values() ?? [])].sort(
      (a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) || b.n - a.n || compareText(a.code, b.code),
    );
    for (const { status, code, n } of reasons) {
      rows.push({
        metric,
        label: metricLabel(messages, metric, info.label),
        status,
        status_label: messages.text(`status.${status}`),
        code,
        code_label: codeLabel(messages, code),
        n,
      });
    }
  }
  return rows;
}

function compareText(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
