import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { runAll } from '../stages/run-all.ts';
import type { RunVerb } from '../verb.ts';

export const run: RunVerb = async (_args, flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const { exitCode } = await runAll(workspace, flags, context);
  return exitCode ?? EXIT.done;
};
