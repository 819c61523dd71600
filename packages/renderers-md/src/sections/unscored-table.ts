import { codeSpan, escapeCell, formatCount, type Messages, type UnscoredRow } from '@reportcard/renderer-kit';
import { createColumns, type Table } from '../markdown/table.ts';

interface Group {
  readonly labels: string[];
  readonly row: UnscoredRow;
}

function groupEqual(rows: readonly UnscoredRow[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = JSON.stringify([row.status, row.code, row.n]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { labels: [row.label], row });
    else group.labels.push(row.label);
  }
  return [...groups.values()];
}

/** Why metrics have no value; metrics with the same status, code and count share a line. */
export function createUnscoredTable(rows: readonly UnscoredRow[], messages: Messages): Table {
  const titles = ['md.metric', 'md.status', 'md.code', 'md.count'].map((key) => messages.text(key));
  return {
    columns: createColumns('lllr', titles),
    rows: groupEqual(rows).map(({ labels, row }) => [
      escapeCell(labels.join(', ')),
      escapeCell(row.status_label),
      `${escapeCell(row.code_label)} ${codeSpan(row.code ?? '')}`.trimEnd(),
      formatCount(row.n),
    ]),
  };
}

/** The most frequent reason why some metrics have no value; empty where nothing is missing. */
export function findMainCause(rows: readonly UnscoredRow[], metrics: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (metrics.has(row.metric)) counts.set(row.code_label, (counts.get(row.code_label) ?? 0) + row.n);
  }
  let main = '';
  for (const [label, n] of counts) if (n > (counts.get(main) ?? 0)) main = label;
  return main;
}
