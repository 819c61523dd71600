import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { readText } from '@reportcard/object-store';
import { parseJson, parseRunMeta, ReportcardError, type RunMeta } from '@reportcard/report-schema';
import { type BuiltUnit, buildUnit } from './build-unit.ts';
import { SYSTEM_CLOCK } from './clock.ts';
import { createRunMeta } from './create-meta.ts';
import { createFingerprint, type FingerprintParts, requireSameFingerprint } from './fingerprint.ts';
import { type LoadedBenchmark, loadBenchmark } from './load-benchmark.ts';
import { placesOfRun } from './places.ts';
import type { RecordOptions, RecordProgress, RecordResult } from './record-options.ts';
import { openJournal, type RunJournal } from './run-journal.ts';
import { acquireRunLock, type LockOwner } from './run-lock.ts';
import { keyOfSample, type PlannedUnit, planRun, type RunTask } from './run-plan.ts';
import { type AskSettings, recordBuildFailure, recordTask, runTasks } from './run-unit.ts';

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}

function requireOneSystem(options: RecordOptions): void {
  const given = [options.recipe, options.knowledgeBase, options.knowledgeBases].filter(
    (system) => system !== undefined,
  );
  if (given.length === 1) return;
  throw new ReportcardError({
    code: 'usage',
    message: 'a recording needs one system under test',
    expected: 'exactly one of recipe, knowledgeBase and knowledgeBases',
    got: `${given.length} of them`,
  });
}

function fillSettings(options: RecordOptions, evaluators: AskSettings['evaluators']): AskSettings {
  return {
    concurrency: options.concurrency ?? 8,
    ratePerSecond: options.ratePerSecond ?? Number.POSITIVE_INFINITY,
    retry: options.retry ?? {},
    timeoutMs: options.timeoutMs ?? 120_000,
    totalTimeoutMs: options.totalTimeoutMs ?? Number.POSITIVE_INFINITY,
    topK: options.topK,
    queryOptions: options.queryOptions ?? {},
    trace: options.trace ?? false,
    evaluators,
    clock: options.clock ?? SYSTEM_CLOCK,
  };
}

function baseNameOf(options: RecordOptions): string {
  if (options.knowledgeBaseName !== undefined) return options.knowledgeBaseName;
  if (options.knowledgeBase !== undefined) return options.knowledgeBase.name;
  const name = options.recipe?.manifest()['name'];
  return typeof name === 'string' && name !== '' ? name : 'knowledge_base';
}

interface Preparation {
  readonly benchmark: LoadedBenchmark;
  readonly plan: readonly PlannedUnit[];
  readonly settings: AskSettings;
  readonly meta: RunMeta;
  readonly parts: FingerprintParts;
}

async function prepare(options: RecordOptions, signal: AbortSignal): Promise<Preparation> {
  const benchmark = await loadBenchmark(options.benchmark, { signal });
  const queryModes = options.queryModes ?? ['default'];
  const passes = options.passes ?? 1;
  const plan = planRun(benchmark, { baseName: baseNameOf(options), queryModes, passes });
  const settings = fillSettings(options, options.evaluators ?? options.benchmark.evaluators?.() ?? []);
  const { fingerprint, parts } = createFingerprint({
    dataset: benchmark.dataset_sha256,
    documents: benchmark.documents_sha256,
    benchmark: benchmark.manifest,
    run_units: benchmark.units.map(({ unit_id, case_ids, document_ids }) => ({
      unit_id,
      case_ids: case_ids ?? [],
      document_ids: document_ids ?? [],
    })),
    recipe: { manifest: options.recipe?.manifest() ?? null, name: baseNameOf(options) },
    query_modes: queryModes,
    passes,
    query: { top_k: options.topK ?? null, options: options.queryOptions ?? {}, trace: options.trace ?? false },
    configuration: options.configuration ?? {},
  });
  const n_samples = Math.min(options.limit ?? benchmark.cases.length, benchmark.cases.length);
  const recorded_at = settings.clock.now().toISOString();
  const meta = createRunMeta({
    options,
    benchmark,
    plan,
    settings,
    queryModes,
    passes,
    n_samples,
    fingerprint,
    parts,
    recorded_at,
  });
  return { benchmark, plan, settings, meta, parts };
}

async function readEarlierMeta(options: RecordOptions, parts: FingerprintParts): Promise<RunMeta | null> {
  const places = placesOfRun(options.runId);
  const size = (await options.store.stat(places.records))?.size ?? 0;
  if (size > 0 && options.resume !== true) {
    throw new ReportcardError({
      code: 'usage',
      file: places.records,
      message: `the run ${options.runId} exists already`,
      hint: 'continue it with --resume, or choose another name',
    });
  }
  const text = size > 0 ? await readText(options.store, places.meta) : null;
  if (size === 0) return null;
  if (text === null) {
    throw new ReportcardError({
      code: 'data',
      file: places.meta,
      message: 'the recording cannot be resumed: its meta file is missing',
      hint: 'record a new run without --resume',
    });
  }
  const meta = parseRunMeta(parseJson(text, { file: places.meta }), { file: places.meta });
  requireSameFingerprint(options.runId, (meta.runner['fingerprint_parts'] ?? {}) as FingerprintParts, parts);
  return meta;
}

/** State of a running recording. */
interface Session {
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

async function keep(session: Session, task: RunTask, record: Parameters<RunJournal['add']>[1]): Promise<void> {
  await session.journal.add(task, record);
  session.done++;
  session.progress({ type: 'record', done: session.done, total: session.total, record });
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
    if (options.knowledgeBase === undefined) await knowledgeBase.close?.();
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

async function runSession(
  session: Session,
  start: RunMeta,
): Promise<{ readonly meta: RunMeta; readonly interrupted: boolean }> {
  const { preparation, journal, signal, options } = session;
  await writeMeta(session, { ...start, finished_at: null }, false);
  let interrupted = false;
  try {
    const caseIds = new Set(
      preparation.benchmark.cases
        .slice(0, options.limit ?? preparation.benchmark.cases.length)
        .map((item) => item.query_id),
    );
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

/**
 * Records a system under test over a benchmark into `runs/<runId>.jsonl` and `runs/<runId>.meta.json`: a line a (case,
 * query mode, unit, pass), appended and flushed as it arrives, rewritten once in data-set order at the end. Faults of single
 * questions and of single builds are data. An abort of `signal` ends it with `interrupted: true` and everything kept.
 * Throws a ReportcardError: `usage` (run exists, is being recorded, or may not be resumed), `data` (broken benchmark or run
 * file), `path` and `unavailable` (the store); lines recorded until then are kept.
 */
export async function recordBenchmark(options: RecordOptions): Promise<RecordResult> {
  requireOneSystem(options);
  const places = placesOfRun(options.runId);
  const signal = options.signal ?? new AbortController().signal;
  const preparation = await prepare(options, signal);
  const notes: string[] = [];
  const progress = (event: RecordProgress): void => options.onProgress?.(event);
  const onNote = (message: string): void => {
    notes.push(message);
    progress({ type: 'note', message });
  };
  const owner: LockOwner = options.owner ?? { pid: process.pid, host: hostname(), token: randomUUID() };
  const lock = await acquireRunLock(options.store, places.lock, {
    owner,
    clock: preparation.settings.clock,
    isAlive: options.isAlive ?? isProcessAlive,
    onNote,
  });
  try {
    const earlier = await readEarlierMeta(options, preparation.parts);
    const tasks = new Map(
      preparation.plan.flatMap((unit) => unit.tasks.map((task) => [keyOfSample(task), task] as const)),
    );
    const journal = await openJournal({
      store: options.store,
      key: places.records,
      tasks,
      retryErrors: options.retryErrors ?? false,
      onNote,
    });
    const kept = [...tasks.values()].filter((task) => journal.isRecorded(task)).length;
    const total = Math.round((tasks.size / preparation.benchmark.cases.length) * preparation.meta.dataset.n_samples);
    const session: Session = {
      options,
      preparation,
      journal,
      signal,
      total,
      manifests: [],
      documentKeys: new Set(),
      progress,
      done: kept,
      kbStore: null,
    };
    progress({ type: 'start', total, kept });
    const start =
      earlier === null
        ? preparation.meta
        : {
            ...preparation.meta,
            recorded_at: earlier.recorded_at,
            knowledge_base_manifests: earlier.knowledge_base_manifests,
          };
    const { meta, interrupted } = await runSession(session, start);
    return {
      run_id: options.runId,
      records_key: places.records,
      meta_key: places.meta,
      meta,
      n_records: journal.size,
      n_new: session.done - kept,
      n_kept: kept,
      interrupted,
      notes,
      knowledge_base_store: session.kbStore,
      benchmark_document_keys: [...session.documentKeys],
    };
  } finally {
    await lock.release();
  }
}
