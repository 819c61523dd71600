import {
  LEXICAL_METRICS,
  type MetricDefinition,
  type MetricPolicies,
  prepareSample,
  ragasState,
} from '@reportcard/metrics';
import {
  createRecord,
  type EvidenceRecord,
  type Fingerprint,
  type RunRecord,
  type ScoreCell,
} from '@reportcard/report-schema';
import { createLedger } from '../ledger.ts';
import type { CompleteJudgeStage } from './create-stage.ts';
import { scoreTasks } from './score-tasks.ts';

/** Version of the lexical rules; raised by every change that moves a value. */
const FINGERPRINT: Fingerprint = { judge: 'lexical', model: 'lexical/1', prompt: '', params: '' };
const INFO: CompleteJudgeStage['info'] = {
  id: 'lexical',
  model: 'lexical/1',
  served_models: [],
  families: [],
  prompt_set: null,
};

function findDefinition(metric: string): MetricDefinition | undefined {
  return LEXICAL_METRICS.find(({ id }) => id === metric);
}

function scoreLexical(record: RunRecord, metric: string, policies: MetricPolicies): ScoreCell {
  const definition = findDefinition(metric);
  return definition === undefined
    ? { value: null, status: 'skipped', code: 'no_judge' }
    : definition.score(prepareSample(record, policies));
}

/**
 * A stage that asks nobody: word overlap under ids of its own (`lex_faithfulness` …). Free and deterministic; fit to smoke
 * test the pipeline and to watch the direction of faithfulness between runs, unfit for thresholds (METRICS §7).
 */
export function createLexicalStage(): CompleteJudgeStage {
  return {
    info: INFO,
    embedder: null,
    same_family: null,
    definitions: LEXICAL_METRICS,
    fingerprint: () => FINGERPRINT,
    // Population and rules are those of the judged metric it stands for.
    stateOf: (record, metric, policies) => ragasState(record, metric.replace(/^lex_/, ''), policies, { judge: true }),
    describe: () => ({ info: INFO, embedder: null, same_family: null, warnings: [] }),
    estimate: async () => ({
      calls: 0,
      max_calls: 0,
      cached: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      money: null,
      minutes: null,
      by_step: createRecord(),
      oldest_cached_at: null,
    }),
    async score(tasks, { policies, onEvidence, onProgress, signal }) {
      const judge = async (task: (typeof tasks)[number], metric: string): Promise<EvidenceRecord> => {
        const { value, status, code } = scoreLexical(task.record, metric, policies);
        return {
          sample_id: task.sample_id,
          metric,
          inputs_sha256: task.inputs_sha256,
          fingerprint: FINGERPRINT,
          value,
          status,
          code: code ?? null,
          decided_by: 'lexical',
          repeats: [],
          sd: null,
          details: createRecord(),
          usage: null,
        };
      };
      await scoreTasks(tasks, { concurrency: 1, seed: '', judge, onEvidence, onProgress, signal });
      const { byMetric } = createLedger(LEXICAL_METRICS.map(({ id }) => id));
      return { by_metric: byMetric(), calls: 0, money: null, budget_exhausted: false, served_models: [], warnings: [] };
    },
  };
}
