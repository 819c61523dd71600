import type { RunMeta, RunRecord } from '@reportcard/report-schema';
import { type BuiltUnit, buildUnit } from './build-unit.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { placesOfRun } from './places.ts';
import type { Preparation } from './prepare-run.ts';
import { toQueryFailure } from './query-failure.ts';
import type { RecordOptions, RecordProgress, RecordResult } from './record-options.ts';
import type { RunJournal } from './run-journal.ts';
import type { PlannedUnit, RunTask } from './run-plan.ts';
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
