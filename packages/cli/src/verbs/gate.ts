import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  evaluateGate,
  exitCodeOf,
  formatGateMarkdown,
  formatGateText,
  formatGitHubAnnotations,
  formatGitHubSummary,
  formatJUnit,
} from '@reportcard/gate';
import { loadScoresHead, sheetIsNewer } from '@reportcard/pipeline/gate';
import {
  BASELINE_ORDER,
  type Comparison,
  type GateReport,
  RAGAS_ORDER,
  ReportcardError,
} from '@reportcard/report-schema';
import { openWorkspace, type Workspace } from '../config/open-workspace.ts';
import { findReport, type ReportTarget } from '../stages/find-report.ts';
import { chooseGateOptions, chooseRules, needsBaseline } from '../stages/gate-rules.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { type Flags, type RunVerb, UsageError } from '../verb.ts';

function writeFile(context: CliContext, name: string, text: string): void {
  try {
    writeFileSync(path.resolve(context.cwd, name), text);
  } catch (cause) {
    throw new ReportcardError({
      code: 'path',
      file: name,
      message: 'the file cannot be written',
      hint: 'check that its folder exists and is writable',
      cause,
    });
  }
}

/** Where CI servers look: a step summary and annotations on GitHub, JUnit and Markdown files where asked for. */
function publish(report: GateReport, flags: Flags, context: CliContext): void {
  const { junit, markdown } = flags;
  if (typeof junit === 'string')
    writeFile(context, junit, formatJUnit(report, { timestamp: context.now().toISOString() }));
  if (typeof markdown === 'string') writeFile(context, markdown, formatGateMarkdown(report));
  const summary = context.env['GITHUB_STEP_SUMMARY'];
  if (summary !== undefined && summary !== '') appendFileSync(summary, formatGitHubSummary(report));
  if (context.env['GITHUB_ACTIONS'] === 'true' && flags['json'] !== true)
    for (const line of formatGitHubAnnotations(report).trimEnd().split('\n')) context.out(line);
}

export const run: RunVerb = async ([wanted], flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const { gate } = workspace.config;
  const rules = chooseRules(flags, gate);
  if (rules.length === 0)
    throw new UsageError('there is no rule to judge by: give --min or --max, or a gate block in the configuration');
  const target = await findReport(workspace, wanted, context);
  const head = await loadScoresHead(target.store, target.place);
  if (head === null)
    throw new ReportcardError({
      code: 'usage',
      file: target.place.scores,
      message: 'the run has no scores yet',
      hint: `reportcard score ${target.runKey ?? ''}`,
    });
  const options = chooseGateOptions(flags, gate);
  const baseline =
    needsBaseline(rules) || options.noise === 'significance'
      ? await loadComparison(workspace, target, flags)
      : undefined;
  const warnings = (await sheetIsNewer(target.store, target.place))
    ? ['the score sheet is newer than the scores: run reportcard report first, so that human scores count']
    : [];
  const report = evaluateGate(head, rules, {
    ...options,
    baseline,
    warnings,
    knownMetrics: [...BASELINE_ORDER, ...RAGAS_ORDER],
  });
  publish(report, flags, context);
  context.out(flags['json'] === true ? JSON.stringify(report) : formatGateText(report).trimEnd());
  return exitCodeOf(report.verdict);
};

/** Compares with the baseline; loaded only where a rule needs it, since it reads every sample of both runs. */
async function loadComparison(
  workspace: Workspace,
  target: ReportTarget,
  flags: Flags,
): Promise<Comparison | undefined> {
  const { compareWithBaseline } = await import('../stages/compare-baseline.ts');
  const { loadScores } = await import('@reportcard/pipeline');
  const scores = await loadScores(target.store, target.place);
  return scores === null ? undefined : compareWithBaseline(workspace, target, flags, scores);
}
