import type { RunMeta, RunRecord, SampleKey } from '@reportcard/report-schema';
import { type BuiltUnit, buildUnit } from './build-unit.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { placesOfRun } from './places.ts';
import type { Preparation } from './prepare-run.ts';
import { toQueryFailure } from './query-failure.ts';
import type { RecordOptions, RecordProgress, RecordResult } from './record-options.ts';
import type { RemoteRecorder } from './remote-recorder.ts';
import type { RunJournal } from './run-journal.ts';
import { keyOfSample, type PlannedUnit, type RunTask } from './run-plan.ts';
import { selectCases } from './run-shard.ts';
import { recordBuildFailure, recordTask, runTasks } from './run-unit.ts';

/** State of a running recording. */
export interface Session {
  readonly options: RecordOptions;
  readonly preparation: Preparation;
  readonly journal: RunJournal;
  readonly signal: AbortSignal;
  readonly total: number;
  readonly manifests: Record<string, unknown>[];
  readonly documentKeys: Set<string>;
  progress(event: RecordProgress): void;
  /** When the recording began, also of one that is resumed. */
  readonly recordedAt: string;
  done: number;
  kbStore: RecordResult['knowledge_base_store'];
}

async function obtainUnit(session: Session, unit: PlannedUnit): Promise<BuiltUnit> {
  const { options, preparation, signal } = session;
  const standing = options.knowledgeBase ?? options.knowledgeBases?.get(unit.unit.unit_id);
  if (standing !== undefined) return { knowledgeBase: standing, document_keys: [] };
  if (options.recipe === undefined)
    return {
      knowledgeBase: null,
      document_keys: [],
      message: `there is no knowledge base for the run unit ${unit.unit.unit_id}`,
    };
  return buildUnit(unit, {
    manifest: preparation.benchmark.manifest,
    recipe: options.recipe,
    store: options.documentStore ?? options.recipe.store,
    signal,
  });
}

async function keep(session: Session, task: RunTask, record: RunRecord): Promise<void> {
  await session.journal.add(task, record);
  session.done++;
  session.progress({ type: 'record', done: session.done, total: session.total, record });
}

/** Everything is recorded by then: a knowledge base that cannot be closed is told, nothing more. */
async function closeQuietly(session: Session, knowledgeBase: KnowledgeBase): Promise<void> {
  try {
    await knowledgeBase.close?.();
  } catch (error) {
    session.progress({
      type: 'note',
      message: `${knowledgeBase.name} could not be closed: ${toQueryFailure(error).message}`,
    });
  }
}

async function runUnit(session: Session, unit: PlannedUnit, tasks: readonly RunTask[]): Promise<void> {
  const { preparation, options, signal } = session;
  const { settings } = preparation;
  const about = { type: 'unit', unit_id: unit.unit_id, knowledge_base_name: unit.knowledge_base_name } as const;
  session.progress({ ...about, state: 'building' });
  if (options.remote !== undefined) {
    await runRemotely(session, options.remote, unit, tasks);
    return;
  }
  const built = await obtainUnit(session, unit);
  for (const key of built.document_keys) session.documentKeys.add(key);
  if (built.knowledgeBase === null) {
    const { message } = built;
    session.progress({ ...about, state: 'failed', message });
    for (const task of tasks)
      await keep(session, task, recordBuildFailure(unit.knowledge_base_name, task, message, settings.clock));
    return;
  }
  const { knowledgeBase } = built;
  session.kbStore ??= knowledgeBase.store ?? null;
  session.manifests.push(knowledgeBase.manifest());
  session.progress({ ...about, state: 'ready' });
  try {
    const warmup = unit.tasks.slice(0, options.warmup ?? 0);
    await runTasks(warmup, settings, signal, async (task, inner) => {
      await recordTask(knowledgeBase, unit.knowledge_base_name, task, { ...settings, evaluators: [] }, inner);
    });
    await runTasks(tasks, settings, signal, async (task, inner) =>
      keep(session, task, await recordTask(knowledgeBase, unit.knowledge_base_name, task, settings, inner)),
    );
  } finally {
    if (options.knowledgeBase === undefined) await closeQuietly(session, knowledgeBase);
  }
}

async function beginRemotely({ options, preparation, journal, recordedAt }: Session): Promise<void> {
  if (options.remote === undefined) return;
  const tasks = preparation.plan.flatMap((unit) => unit.tasks);
  const kept = new Set(tasks.filter((task) => journal.has(task)).map(keyOfSample));
  const isKept = (sample: SampleKey): boolean => kept.has(keyOfSample(sample));
  await options.remote.begin({ run_id: options.runId, recorded_at: recordedAt, isKept });
}

/** Hands the questions of a unit out; the first answer brings the manifest of its knowledge base. */
async function runRemotely(
  session: Session,
  remote: RemoteRecorder,
  unit: PlannedUnit,
  tasks: readonly RunTask[],
): Promise<void> {
  const { preparation, options, signal } = session;
  const settings = { ...preparation.settings, concurrency: remote.window, ratePerSecond: Number.POSITIVE_INFINITY };
  const about = { type: 'unit', unit_id: unit.unit_id, knowledge_base_name: unit.knowledge_base_name } as const;
  const shared = {
    run_id: options.runId,
    recorded_at: session.recordedAt,
    fingerprint_parts: preparation.parts,
    passes: options.passes ?? 1,
  };
  let isReady = false;
  await runTasks(tasks, settings, signal, async (task, inner) => {
    const { query_id, query_mode, unit_id, pass } = task;
    const question = { ...shared, query_id, query_mode, unit_id, pass };
    const { record, manifest } = await remote.record(question, inner);
    if (manifest !== null && !isReady) {
      isReady = true;
      session.manifests.push(manifest);
      session.progress({ ...about, state: 'ready' });
    }
    await keep(session, task, record);
    await remote.kept(question);
  });
}

function writeMeta(session: Session, meta: RunMeta, finished: boolean): Promise<void> {
  return session.options.store.put(placesOfRun(session.options.runId).meta, `${JSON.stringify(meta, null, 2)}\n`, {
    durable: finished,
  });
}

function updateMeta(session: Session, meta: RunMeta, finished: boolean): RunMeta {
  const manifests = session.manifests.length > 0 ? session.manifests : meta.knowledge_base_manifests;
  const finished_at = finished ? session.preparation.settings.clock.now().toISOString() : null;
  return { ...meta, knowledge_base_manifests: manifests, status: session.journal.totals(), finished_at };
}

/** Asks everything that is missing, unit by unit, and completes the file; an abort leaves it as it is, with its meta file. */
export async function runSession(
  session: Session,
  start: RunMeta,
): Promise<{ readonly meta: RunMeta; readonly interrupted: boolean }> {
  const { preparation, journal, signal, options } = session;
  await writeMeta(session, { ...start, finished_at: null }, false);
  let interrupted = false;
  try {
    const caseIds = new Set(selectCases(preparation.benchmark.cases, options).map((item) => item.query_id));
    await beginRemotely(session);
    for (const unit of preparation.plan) {
      const tasks = unit.tasks.filter((task) => caseIds.has(task.query_id) && !journal.isRecorded(task));
      if (tasks.length > 0) await runUnit(session, unit, tasks);
    }
    await journal.complete();
  } catch (error) {
    await journal.close().catch(() => undefined);
    await writeMeta(session, updateMeta(session, start, false), false).catch(() => undefined);
    if (!signal.aborted) throw error;
    interrupted = true;
  }
  const meta = updateMeta(session, start, !interrupted);
  if (!interrupted) await writeMeta(session, meta, true);
  return { meta, interrupted };
}
