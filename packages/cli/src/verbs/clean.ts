import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import type { RunVerb } from '../verb.ts';

const CACHE = '.reportcard/cache/';

/** Empties the judge cache of the workspace; runs, scores and evidence stay. */
export const run: RunVerb = async (_args, flags, context) => {
  const { store } = await openWorkspace(flags, context);
  const keys: string[] = [];
  for await (const key of store.list(CACHE)) keys.push(key);
  if (flags['dryRun'] !== true) for (const key of keys) await store.delete(key);
  const answer = { removed: flags['dryRun'] === true ? 0 : keys.length, found: keys.length };
  context.out(
    flags['json'] === true
      ? JSON.stringify(answer)
      : `${flags['dryRun'] === true ? 'would remove' : 'removed'} ${keys.length} cached judge answers`,
  );
  return EXIT.done;
};
