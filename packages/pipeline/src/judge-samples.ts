import type { ObjectStore } from '@reportcard/object-store';
import {
  canonicalJson,
  createRecord,
  createSampleId,
  type EvidenceRecord,
  findVaryingFields,
  formatJsonLine,
  type ScoreTable,
} from '@reportcard/report-schema';
import { addEvidence, formatEvidence } from './evidence-file.ts';
import type { JudgeEstimate, JudgeLedger, JudgeStage, JudgeTask } from './judge-stage.ts';
import { fillJudged, type JudgedSources, planTask, stateOf } from './judged-scores.ts';
import type { RecordLine } from './run-file.ts';

export interface JudgeSamplesOptions {
  readonly store: ObjectStore;
  /** Evidence file that every answer is appended to as it comes. */
  readonly evidenceFile: string;
  readonly sources: JudgedSources;
  /** Is told the price before the first call; false stops before spending. */
  readonly onEstimate?: ((estimate: JudgeEstimate) => Promise<boolean> | boolean) | undefined;
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface JudgedRun {
  readonly estimate: JudgeEstimate | null;
  /** Null when no judge was asked. */
  readonly ledger: JudgeLedger | null;
  /** The estimate was refused, or this was a dry run: nothing was asked and nothing must be written. */
  readonly stopped: boolean;
}

/** Evidence of what a rule decided while a judge was configured, so that a later scoring without one keeps it. */
function ruleEvidence(
  task: { record: JudgeTask['record']; sample_id: string; inputs_sha256: string },
  metric: string,
  judge: JudgeStage,
  sources: JudgedSources,
): EvidenceRecord | undefined {
  const state = stateOf(task.record, metric, sources);
  if (state === null || (state.status !== 'ok' && state.status !== 'undefined')) return undefined;
  return {
    sample_id: task.sample_id,
    metric,
    inputs_sha256: task.inputs_sha256,
    fingerprint: judge.fingerprint(metric, sources.policies),
    value: state.value,
    status: state.status,
    code: state.code ?? null,
    decided_by: 'rule',
    repeats: [],
    sd: null,
    details: createRecord(),
    usage: null,
  };
}

/**
 * Fills the judged columns of a table: reads the run once more, plans what has to be asked, asks it, and stores every
 * answer as it comes. Rows that need no answer cost no call.
 */
export async function judgeSamples(
  records: AsyncIterable<RecordLine>,
  table: ScoreTable,
  options: JudgeSamplesOptions,
): Promise<JudgedRun> {
  const { sources } = options;
  const varying = findVaryingFields(Array.from({ length: table.length }, (_, row) => table.sample(row)));
  const tasks: JudgeTask[] = [];
  for await (const { record } of records) {
    const row = table.row(createSampleId(record, varying));
    if (row === undefined) continue;
    const { sample_id, inputs_sha256 } = table.sample(row);
    const task = planTask(record, sample_id, inputs_sha256, sources);
    for (const { id } of sources.judge?.definitions ?? []) {
      const rule =
        sources.judge === undefined
          ? undefined
          : ruleEvidence({ record, sample_id, inputs_sha256 }, id, sources.judge, sources);
      if (rule !== undefined) addEvidence(sources.evidence, rule);
    }
    if (task === undefined) fillJudged(table, row, record, sources);
    else tasks.push(task);
  }
  if (sources.judge === undefined) return { estimate: null, ledger: null, stopped: false };
  const estimate = await sources.judge.estimate(tasks, sources.policies);
  const agreed = (await options.onEstimate?.(estimate)) ?? true;
  if (options.dryRun === true || !agreed) return { estimate, ledger: null, stopped: true };
  const ledger = tasks.length === 0 ? null : await askAll(tasks, table, sources.judge, options);
  for (const task of tasks) fillJudged(table, table.row(task.sample_id) ?? 0, task.record, sources);
  return { estimate, ledger, stopped: false };
}

/** True where a paid answer stays because the judge was not asked again after all (an exhausted budget, an interruption). */
function outlasts(known: EvidenceRecord, next: EvidenceRecord): boolean {
  const isAnswer = known.status === 'ok' || known.status === 'undefined';
  if (next.status !== 'skipped' || !isAnswer || known.inputs_sha256 !== next.inputs_sha256) return false;
  return canonicalJson(known.fingerprint) === canonicalJson(next.fingerprint);
}

async function askAll(
  tasks: readonly JudgeTask[],
  table: ScoreTable,
  judge: JudgeStage,
  options: JudgeSamplesOptions,
): Promise<JudgeLedger> {
  // A scoring that was killed may have left half a line: start from whole ones.
  const sampleIds = Array.from({ length: table.length }, (_, row) => table.sample(row).sample_id);
  await options.store.put(options.evidenceFile, formatEvidence(options.sources.evidence, sampleIds, table.metrics));
  const appender = await options.store.append(options.evidenceFile);
  try {
    return await judge.score(tasks, {
      policies: options.sources.policies,
      signal: options.signal,
      onProgress: options.onProgress,
      onEvidence: async (evidence) => {
        const known = options.sources.evidence.get(evidence.sample_id)?.get(evidence.metric);
        if (known !== undefined && outlasts(known, evidence)) return;
        addEvidence(options.sources.evidence, evidence);
        await appender.write(formatJsonLine(evidence));
      },
    });
  } finally {
    await appender.close();
  }
}
