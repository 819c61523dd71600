import { escapeCell, type FailureView, formatCount, formatShare, type Messages } from '@reportcard/renderer-kit';
import { formatBar } from '../markdown/bar.ts';
import { formatFold } from '../markdown/fold.ts';
import { createColumns, formatTable, type Table } from '../markdown/table.ts';

interface Cause {
  readonly label: string;
  readonly n: number;
}

const MOST_COMBINATIONS = 12;

function createCauseTable(title: string, causes: readonly Cause[], nFailed: number, messages: Messages): Table {
  return {
    columns: createColumns('lrl', [title, messages.text('md.count'), messages.text('md.share')]),
    rows: causes.map(({ label, n }) => [
      escapeCell(label),
      formatCount(n),
      `${formatBar(nFailed === 0 ? null : n / nFailed)}${formatShare(n, nFailed)}`,
    ]),
  };
}

/** How many samples failed, in one or two sentences. */
export function describeFailures(view: FailureView, messages: Messages): string {
  const sentences = [];
  if (view.n_total === 0) sentences.push(messages.text('md.no_samples'));
  else if (view.n_failed === 0) sentences.push(messages.text('md.no_failures'));
  else
    sentences.push(
      messages.text('md.failure_count', {
        failed: formatCount(view.n_failed),
        total: formatCount(view.n_total),
        rate: view.shown_rate,
        multi: formatCount(view.n_multi_cause),
      }),
    );
  if (view.n_new !== null && view.n_fixed !== null)
    sentences.push(messages.text('md.new_and_fixed', { n_new: view.n_new, n_fixed: view.n_fixed }));
  return sentences.join('\n\n');
}

/** Combinations of causes, most frequent first, and folded the totals of each cause; empty where nothing failed. */
export function formatCauses(view: FailureView, messages: Messages): string {
  const combinations = view.combinations.map(({ labels, n }) => ({ label: labels.join(' + '), n }));
  if (combinations.length === 0) return '';
  const table = (key: string, causes: readonly Cause[]): string =>
    formatTable(createCauseTable(messages.text(key), causes, view.n_failed, messages));
  const rest = combinations.slice(MOST_COMBINATIONS);
  const parts = [table('md.combination', combinations.slice(0, MOST_COMBINATIONS))];
  if (rest.length > 0)
    parts.push(formatFold(messages.text('md.rest', { n: rest.length }), table('md.combination', rest)));
  parts.push(formatFold(messages.text('md.totals'), table('md.cause', view.reasons)));
  return parts.join('\n\n');
}
