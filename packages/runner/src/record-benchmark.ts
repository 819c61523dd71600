import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { readText } from '@reportcard/object-store';
import { parseJson, parseRunMeta, ReportcardError, type RunMeta } from '@reportcard/report-schema';
import { type FingerprintParts, requireSameFingerprint } from './fingerprint.ts';
import { placesOfRun } from './places.ts';
import { prepareRun } from './prepare-run.ts';
import type { RecordOptions, RecordProgress, RecordResult } from './record-options.ts';
import { runSession, type Session } from './record-session.ts';
import { openJournal } from './run-journal.ts';
import { acquireRunLock, type LockOwner } from './run-lock.ts';
import { keyOfSample } from './run-plan.ts';

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
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

/**
 * Records a system under test over a benchmark into `runs/<runId>.jsonl` and `runs/<runId>.meta.json`: a line a (case,
 * query mode, unit, pass), appended and flushed as it arrives, rewritten once in data-set order at the end. Faults of single
 * questions and of single builds are data. An abort of `signal` ends it with `interrupted: true` and everything kept.
 * Throws a ReportcardError: `usage` (run exists, is being recorded, or may not be resumed), `data` (broken benchmark or run
 * file), `path` and `unavailable` (the store); lines recorded until then are kept.
 */
export async function recordBenchmark(options: RecordOptions): Promise<RecordResult> {
  const places = placesOfRun(options.runId);
  const signal = options.signal ?? new AbortController().signal;
  const preparation = await prepareRun(options, signal);
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
      recordedAt: earlier?.recorded_at ?? preparation.meta.recorded_at ?? '',
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
