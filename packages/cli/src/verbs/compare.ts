import { compareScores, formatComparisonMarkdown, formatComparisonText } from '@reportcard/comparison';
import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { loadAnyScores } from '../stages/load-any-scores.ts';
import type { RunVerb } from '../verb.ts';

export const run: RunVerb = async ([a = '', b = ''], flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const comparison = compareScores(
    await loadAnyScores(workspace, a, context),
    await loadAnyScores(workspace, b, context),
    { force: flags['force'] === true },
  );
  const format = flags['json'] === true ? 'json' : flags['format'];
  if (format === 'json') context.out(JSON.stringify(comparison));
  else if (format === 'markdown') context.out(formatComparisonMarkdown(comparison).trimEnd());
  else context.out(formatComparisonText(comparison).trimEnd());
  return comparison.n_paired === 0 ? EXIT.inconclusive : EXIT.done;
};
