import { createTrend, formatTrendText } from '@reportcard/comparison';
import { nearestName, ReportcardError } from '@reportcard/report-schema';
import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { loadHistory } from '../stages/load-history.ts';
import type { RunVerb } from '../verb.ts';

export const run: RunVerb = async ([metric = 'hit@5'], flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const history = await loadHistory(workspace, undefined, undefined, Number(flags['last'] ?? 50));
  const known = new Set(history.flatMap((point) => Object.keys(point.overall)));
  if (history.length === 0)
    throw new ReportcardError({
      code: 'usage',
      message: `no run of ${workspace.store.url} has scores`,
      hint: 'reportcard score',
    });
  if (!known.has(metric)) {
    const near = nearestName(metric, known);
    throw new ReportcardError({
      code: 'usage',
      message: `no run has the metric ${JSON.stringify(metric)}`,
      expected: [...known].join(', '),
      hint: near === undefined ? undefined : `did you mean ${near}?`,
    });
  }
  const trend = createTrend(history, metric);
  context.out(flags['json'] === true ? JSON.stringify(trend) : formatTrendText(trend).trimEnd());
  return EXIT.done;
};
