import { ScoreTable } from '@reportcard/report-schema';

/** A table of some rows of a table, with the given metrics as far as the table has them. */
export function selectRows(table: ScoreTable, rows: Iterable<number>, metrics: Iterable<string>): ScoreTable {
  const selected = new ScoreTable();
  const present = [...metrics].filter((metric) => table.has(metric));
  for (const metric of present) selected.addMetric(metric);
  for (const row of rows) {
    const target = selected.addSample(table.sample(row));
    for (const metric of present) selected.set(target, metric, table.get(row, metric));
  }
  return selected;
}
