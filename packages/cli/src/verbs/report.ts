import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import { reportStage } from '../stages/report-stage.ts';
import { openInBrowser } from '../terminal/open-in-browser.ts';
import { printError } from '../terminal/print-error.ts';
import type { RunVerb } from '../verb.ts';

export const run: RunVerb = async ([wanted], flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const { outcomes, notes, target, scores } = await reportStage(workspace, wanted, flags, context);
  const files = outcomes.flatMap((outcome) => outcome.files);
  const failed = outcomes.filter((outcome) => outcome.error !== undefined);
  for (const { renderer, error } of failed) {
    context.say(`error: the renderer ${renderer} failed`);
    await printError(error, false, context);
  }
  if (flags['json'] === true) {
    context.out(
      JSON.stringify({
        run: target.runKey,
        scores: target.place.scores,
        files,
        failed: failed.map((outcome) => outcome.renderer),
        manual_overrides: scores.meta.manual_overrides,
        notes,
      }),
    );
  } else {
    for (const note of notes) context.say(`note: ${note}`);
    context.out(`scores: ${target.place.scores}`);
    for (const file of files) context.out(`wrote ${target.runKey === null ? target.shown : ''}${file}`);
  }
  if (flags['open'] === true && workspace.root !== null) {
    const slides = files.find((file) => file.endsWith('slides.html'));
    if (slides !== undefined) await openInBrowser(workspace.root, slides);
  }
  if (failed.length === 0) return EXIT.done;
  return failed.some((outcome) => exitCodeOf(outcome.error) === EXIT.defect) ? EXIT.defect : EXIT.usage;
};
