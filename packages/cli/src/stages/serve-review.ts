import { randomBytes } from 'node:crypto';
import type { ScoresFile } from '@reportcard/report-schema';
import { type RunningReview, startReview } from '@reportcard/review-page';
import { openWorkspace, type Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { openAddress } from '../terminal/open-in-browser.ts';
import type { Flags } from '../verb.ts';
import { chooseLocale } from './choose-locale.ts';
import { loadBaseline } from './compare-baseline.ts';
import { findReport, type ReportTarget } from './find-report.ts';
import { openReview } from './open-review.ts';
import { createReviewNames } from './review-names.ts';

const TOKEN_BYTES = 24;

/** The run losses are measured against: as flagged or configured, else the previous run of the workspace. */
async function findBaseline(workspace: Workspace, target: ReportTarget, flags: Flags): Promise<ScoresFile | undefined> {
  const named = flags['baseline'] ?? workspace.config.report?.baseline;
  if (named === undefined && target.runKey === null) return undefined;
  return loadBaseline(workspace, target, { ...flags, baseline: named ?? 'previous' });
}

/** The command that puts the scores into effect, as it can be typed. */
function reportCommand(target: ReportTarget, wanted: string | undefined, flags: Flags): string {
  const dir = typeof flags['dir'] === 'string' ? ` --dir ${flags['dir']}` : '';
  return `reportcard report ${target.runKey ?? wanted ?? ''}${dir}`.trim();
}

async function warnOfTwins({ store, place }: ReportTarget, context: CliContext): Promise<void> {
  if (!(await store.exists(place.sheetCsv)) || !(await store.exists(place.sheetXlsx))) return;
  context.say(
    `warning: ${place.sheetCsv} and ${place.sheetXlsx} stand beside each other; the page writes the first, and report refuses when the two differ: remove one`,
  );
}

async function announce(running: RunningReview, sheet: string, flags: Flags, context: CliContext): Promise<void> {
  if (flags['json'] === true) context.out(JSON.stringify({ url: running.url, sheet }));
  else context.out(`review: ${running.url}`);
  context.say(`scores go to ${sheet}; press Ctrl+C to stop`);
  if (flags['open'] !== false) await openAddress(running.url);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Serves the page to score a run by hand, until interrupted. */
export async function serveReview(wanted: string | undefined, flags: Flags, context: CliContext): Promise<void> {
  const workspace = await openWorkspace(flags, context);
  const target = await findReport(workspace, wanted, context);
  const report = openReview(target);
  const { scores, sheet } = await report.load();
  await warnOfTwins(target, context);
  const locale = chooseLocale(flags, workspace.config.language, scores);
  const running = await startReview({
    report,
    names: createReviewNames(locale),
    baseline: await findBaseline(workspace, target, flags),
    highRiskIntents: workspace.config.review?.highRiskIntents,
    locale,
    reportCommand: reportCommand(target, wanted, flags),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    port: typeof flags['port'] === 'number' ? flags['port'] : 0,
    onError: (error) => context.say(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  try {
    await announce(running, sheet.path, flags, context);
    await untilAborted(context.signal);
  } finally {
    await running.close();
  }
}
