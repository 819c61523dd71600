import { setMaxListeners } from 'node:events';
import type { JudgeLedger, JudgeStage, JudgeTask, MetricPolicies, MetricSpend } from '@reportcard/metrics';
import {
  canonicalJson,
  createRecord,
  type EvidenceRecord,
  type Fingerprint,
  parseEvidence,
  parseRunRecord,
  ReportcardError,
  sha256,
} from '@reportcard/report-schema';
import { foreignJob, isPayload, type Payload } from './job-kind.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobHandler } from './job-worker.ts';

/** How a scoring wants its judge, beyond the configuration both sides have. Plain JSON without secrets. */
export interface JudgeSpec {
  readonly kind: string;
  readonly repeats: unknown;
  readonly cache: 'read' | 'off' | 'refresh' | null;
  readonly strict_family: boolean;
  readonly seed: string;
}

/** One sample to judge, as it crosses the queue. */
export interface JudgeJob {
  readonly spec: JudgeSpec;
  readonly policies: MetricPolicies;
  readonly task: JudgeTask;
  /** What the answers must depend on, by metric. */
  readonly fingerprints: Readonly<Record<string, Fingerprint>>;
}

/** A judge whose questions are asked by workers. */
export interface RemoteJudgeOptions {
  /** The judge as configured here: plans, prices and describes; asks only for what its cache knows. */
  readonly local: JudgeStage;
  readonly queue: JobQueue;
  readonly spec: JudgeSpec;
  /** Samples handed out at once. */
  readonly window: number;
  /** Called when all answers are in, or the scoring ends early: takes the workers' cache over. */
  readonly onEnd: () => Promise<unknown>;
}

type ScoreOptions = Parameters<JudgeStage['score']>[1];

function createJob(task: JudgeTask, policies: MetricPolicies, { local, spec }: RemoteJudgeOptions): JudgeJob {
  const fingerprints = Object.fromEntries(task.metrics.map((metric) => [metric, local.fingerprint(metric, policies)]));
  return { spec, policies, task, fingerprints };
}

/** Equal for equal questions to an equal judge: what was asked for and is not fetched yet is not asked for again. */
function idOf({ spec, task, fingerprints }: JudgeJob): string {
  const { sample_id, inputs_sha256, metrics } = task;
  return sha256(canonicalJson({ spec, sample_id, inputs_sha256, metrics, fingerprints }));
}

function addSpend(a: MetricSpend | undefined, b: MetricSpend): MetricSpend {
  if (a === undefined) return b;
  return {
    calls: a.calls + b.calls,
    cached: a.cached + b.cached,
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
    money: a.money === null || b.money === null ? null : a.money + b.money,
  };
}

function sumLedgers(ledgers: readonly JudgeLedger[], metrics: readonly string[]): JudgeLedger {
  const sums = createRecord<MetricSpend>();
  for (const metric of metrics)
    for (const { by_metric } of ledgers) {
      const spend = by_metric[metric];
      if (spend !== undefined) sums[metric] = addSpend(sums[metric], spend);
    }
  const money = ledgers.map((ledger) => ledger.money);
  return {
    by_metric: sums,
    calls: ledgers.reduce((sum, { calls }) => sum + calls, 0),
    money: money.some((amount) => amount === null)
      ? null
      : money.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
    budget_exhausted: ledgers.some((ledger) => ledger.budget_exhausted),
    served_models: [...new Set(ledgers.flatMap((ledger) => ledger.served_models))].sort(),
    warnings: [...new Set(ledgers.flatMap((ledger) => ledger.warnings))],
  };
}

/** Tasks that the local cache answers whole cost nothing here and need no worker. */
async function splitTasks(
  tasks: readonly JudgeTask[],
  policies: MetricPolicies,
  local: JudgeStage,
): Promise<{ readonly known: JudgeTask[]; readonly open: JudgeTask[] }> {
  const known: JudgeTask[] = [];
  const open: JudgeTask[] = [];
  for (const task of tasks) {
    const { calls, cached } = await local.estimate([task], policies);
    (calls === 0 && cached > 0 ? known : open).push(task);
  }
  return { known, open };
}

async function askWorkers(
  tasks: readonly JudgeTask[],
  { policies, onEvidence, onProgress, signal: outer }: ScoreOptions,
  options: RemoteJudgeOptions,
): Promise<JudgeLedger[]> {
  const { queue, window } = options;
  const controller = new AbortController();
  // Each sample that is out listens to it.
  setMaxListeners(0, controller.signal);
  const forward = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) forward();
  outer?.addEventListener('abort', forward, { once: true });
  const ledgers: JudgeLedger[] = [];
  let next = 0;

  async function work(): Promise<void> {
    for (let task = tasks[next]; task !== undefined; task = tasks[next]) {
      next++;
      controller.signal.throwIfAborted();
      const job = createJob(task, policies, options);
      const id = idOf(job);
      const answer = await queue.ask(id, { ...job }, controller.signal);
      const evidence = Array.isArray(answer['evidence']) ? (answer['evidence'] as unknown[]) : [];
      const parsed = evidence.map((entry) =>
        parseEvidence(entry, { file: `a worker's answer to ${job.task.sample_id}` }),
      );
      for (const entry of parsed) await onEvidence(entry);
      ledgers.push(answer['ledger'] as JudgeLedger);
      await queue.forget(id);
      onProgress?.(ledgers.length, tasks.length);
    }
  }

  try {
    await Promise.all(
      Array.from({ length: Math.min(window, tasks.length) }, () =>
        work().catch((error: unknown) => {
          controller.abort(error);
          throw error;
        }),
      ),
    );
  } catch (error) {
    if (outer?.aborted !== true) throw controller.signal.reason ?? error;
    throw new ReportcardError({
      code: 'interrupted',
      message: 'the scoring was interrupted',
      hint: 'what was judged is kept; run score again to go on',
      cause: outer.reason,
    });
  } finally {
    outer?.removeEventListener('abort', forward);
  }
  return ledgers;
}

/** A judge stage whose questions are asked by workers; everything else is the local stage's. */
export function createRemoteJudgeStage(options: RemoteJudgeOptions): JudgeStage {
  const { local, onEnd } = options;
  const { stateOf, describe } = local;
  return {
    get info() {
      return local.info;
    },
    get embedder() {
      return local.embedder;
    },
    get same_family() {
      return local.same_family;
    },
    definitions: local.definitions,
    fingerprint: (metric, policies) => local.fingerprint(metric, policies),
    ...(stateOf === undefined ? {} : { stateOf: stateOf.bind(local) }),
    ...(describe === undefined ? {} : { describe: describe.bind(local) }),
    estimate: (tasks, policies) => local.estimate(tasks, policies),
    async score(tasks, given) {
      const { known, open } = await splitTasks(tasks, given.policies, local);
      const metrics = local.definitions.map(({ id }) => id);
      const ledgers: JudgeLedger[] = [];
      try {
        if (known.length > 0) ledgers.push(await local.score(known, { ...given, onProgress: undefined }));
        const onProgress = (done: number): void => given.onProgress?.(known.length + done, tasks.length);
        ledgers.push(...(await askWorkers(open, { ...given, onProgress }, options)));
      } finally {
        await onEnd();
      }
      return sumLedgers(ledgers, metrics);
    },
  };
}

/** Reads a job as it crossed the queue. Throws a `config` error for one that another version handed out. */
function readJob(payload: Payload): JudgeJob {
  const { spec, policies, task, fingerprints } = payload;
  for (const [field, value] of Object.entries({ spec, policies, task, fingerprints }))
    if (!isPayload(value)) throw foreignJob(field, payload);
  const { sample_id, record, inputs_sha256, metrics } = task as Payload;
  if (typeof sample_id !== 'string' || typeof inputs_sha256 !== 'string' || !Array.isArray(metrics))
    throw foreignJob('task', payload);
  return {
    // The fingerprints of both sides are compared before anything is asked: they cover spec and policies.
    spec: spec as JudgeJob['spec'],
    policies: policies as JudgeJob['policies'],
    fingerprints: fingerprints as JudgeJob['fingerprints'],
    task: { sample_id, inputs_sha256, metrics, record: parseRunRecord(record, { file: `a job for ${sample_id}` }) },
  };
}

/** The worker's side: judges each sample with the stage that belongs to its scoring. */
export function createJudgeHandler(stageFor: (spec: JudgeSpec) => Promise<JudgeStage>): JobHandler {
  return async (payload, signal): Promise<Payload> => {
    const { spec, policies, task, fingerprints } = readJob(payload);
    const stage = await stageFor(spec);
    for (const metric of task.metrics) {
      if (canonicalJson(stage.fingerprint(metric, policies)) === canonicalJson(fingerprints[metric] ?? null)) continue;
      throw new ReportcardError({
        code: 'config',
        message: `a worker cannot judge ${metric}: its judge, embedder or prompts are not those of the scoring`,
        expected: 'the same configuration and version on every machine',
      });
    }
    const evidence: EvidenceRecord[] = [];
    const ledger = await stage.score([task], {
      policies,
      signal,
      onEvidence: async (entry) => {
        evidence.push(entry);
      },
    });
    return { evidence, ledger };
  };
}
