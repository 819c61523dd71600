import { applyReviewPlan, planReview } from '@reportcard/manual-overrides';
import { openSheet, saveSheet } from '@reportcard/pipeline';
import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags } from '../verb.ts';
import { findReport } from './find-report.ts';

const DEFAULT_N = 30;

/** Draws the samples of a human audit and writes their inclusion probabilities into the sheet. */
export async function planAudit(wanted: string | undefined, flags: Flags, context: CliContext): Promise<number> {
  const workspace = await openWorkspace(flags, context);
  const { review } = workspace.config;
  const target = await findReport(workspace, wanted, context);
  const session = await openSheet(target.store, target.place, target.runKey);
  const n = typeof flags['n'] === 'number' ? flags['n'] : (review?.n ?? DEFAULT_N);
  const plan = planReview({ scores: session.scores, n, highRiskIntents: review?.highRiskIntents });
  const sheet = applyReviewPlan(session.sheet, plan, session.scores, { replace: flags['replace'] === true });
  await saveSheet(target.store, session, sheet);
  if (flags['json'] === true)
    context.out(
      JSON.stringify({
        sheet: sheet.path,
        metrics: plan.metrics,
        samples: plan.samples.map(({ sampleId, pi }) => ({ sample_id: sampleId, pi })),
        certain: plan.certain,
      }),
    );
  else {
    context.out(
      `drew ${plan.samples.length} samples (${plan.certain} of them certain) for ${plan.metrics.join(', ')} in ${sheet.path}:`,
    );
    context.out(plan.samples.map(({ sampleId }) => sampleId).join(', '));
    context.out('score all of them, the good ones too: correcting only low scores leaves false highs in');
    context.out(`next: reportcard review ${target.runKey ?? wanted ?? ''}`);
  }
  return EXIT.done;
}
