import path from 'node:path';
import { createFileStore } from '@reportcard/object-store';
import type { Workspace } from '../config/open-workspace.ts';
import { runAll } from '../stages/run-all.ts';
import type { RunVerb } from '../verb.ts';

const FOLDER = 'reportcard-demo';

/** Records, scores and reports the embedded shop assistant in a workspace of its own. Reads no configuration. */
export const run: RunVerb = async (_args, flags, context) => {
  const language = flags['lang'] === 'en' ? 'en' : 'zh';
  const root = path.resolve(context.cwd, typeof flags['dir'] === 'string' ? flags['dir'] : FOLDER);
  const workspace: Workspace = {
    config: { name: 'demo', language: language === 'en' ? 'en' : 'zh-CN', target: { kind: 'demo', language } },
    file: null,
    folder: root,
    root,
    store: createFileStore(root),
  };
  const { exitCode } = await runAll(workspace, flags, context);
  return exitCode;
};
