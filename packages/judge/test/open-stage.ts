import type { JudgeLedger, JudgeTask } from '@reportcard/metrics';
import { createMemoryStore, type ObjectStore } from '@reportcard/object-store';
import type { EvidenceRecord } from '@reportcard/report-schema';
import { type Clock, type CompleteJudgeStage, createJudgeStage, type JudgeStageOptions } from '../src/index.ts';
import type { LoopbackServer } from '../src/testing/index.ts';
import { policies } from './sample-task.ts';

/** A clock that does not wait: sleeping only moves its time on. Chance is fixed. */
export function createFastClock(): Clock {
  let time = Date.UTC(2026, 5, 1);
  return {
    now: () => time,
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      time += ms;
    },
  };
}

/** A stage over a loopback server, with an embedder on the same server. */
export function openStage(
  server: LoopbackServer,
  changes: Partial<JudgeStageOptions> = {},
  store: ObjectStore = createMemoryStore(),
): Promise<CompleteJudgeStage> {
  return createJudgeStage({
    config: { kind: 'openai-compatible', baseURL: server.baseURL, model: 'judge-1' },
    embedder: { kind: 'openai-compatible', baseURL: server.baseURL, model: 'embedder-1' },
    store,
    seed: 'run-1',
    clock: createFastClock(),
    ...changes,
  });
}

export interface Scored {
  readonly ledger: JudgeLedger;
  /** Evidence by `sample/metric`. */
  readonly evidence: Readonly<Record<string, EvidenceRecord>>;
  /** Evidence lines in canonical order, as the pipeline writes them. */
  readonly lines: string;
}

/** Scores tasks and keeps what the stage hands over. */
export async function scoreAll(stage: CompleteJudgeStage, tasks: readonly JudgeTask[]): Promise<Scored> {
  const evidence: Record<string, EvidenceRecord> = {};
  const ledger = await stage.score(tasks, {
    policies,
    onEvidence: async (one) => {
      evidence[`${one.sample_id}/${one.metric}`] = one;
    },
  });
  const lines = Object.keys(evidence)
    .sort()
    .map((key) => JSON.stringify(evidence[key]))
    .join('\n');
  return { ledger, evidence, lines };
}
