import path from 'node:path';
import { createFileStore } from '@reportcard/object-store';
import type { Config } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { runAll } from '../stages/run-all.ts';
import type { RunVerb } from '../verb.ts';

const FOLDER = 'reportcard-demo';

/** What a shop might ask of its assistant. The embedded one misses some of it, so that a verdict with causes can be seen. */
const GATE: Config['gate'] = {
  min: { 'hit@5': 0.8, 'mrr@10': 0.75, intent_top1: 0.8 },
  max: { false_refusal_rate: 0.1, wrong_answer_rate: 0.08, ttft_p50_ms: 1500, request_failure_rate: 0.01 },
};

/**
 * Records, scores and reports the embedded shop assistant in a workspace of its own. Reads no configuration. The verdict of
 * its gate is shown, and the demo ends with 0 all the same. The folder gets a configuration, so that the other verbs work in it.
 */
export const run: RunVerb = async (_args, flags, context) => {
  const language = flags['lang'] === 'en' ? 'en' : 'zh';
  const root = path.resolve(context.cwd, typeof flags['dir'] === 'string' ? flags['dir'] : FOLDER);
  const config: Config = {
    name: 'demo',
    language: language === 'en' ? 'en' : 'zh-CN',
    target: { kind: 'demo', language },
    gate: GATE,
  };
  const store = createFileStore(root);
  await store.putIfAbsent('reportcard.config.json', `${JSON.stringify(config, null, 2)}\n`);
  const workspace: Workspace = { config, file: null, folder: root, root, store };
  const { exitCode } = await runAll(workspace, flags, context);
  return exitCode === EXIT.gateFailed || exitCode === EXIT.inconclusive ? EXIT.done : exitCode;
};
