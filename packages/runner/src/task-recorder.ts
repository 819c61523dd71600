import { createMemoryStore } from '@reportcard/object-store';
import { ReportcardError } from '@reportcard/report-schema';
import { type BuiltUnit, buildUnit } from './build-unit.ts';
import { describeChange } from './fingerprint.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { prepareRun } from './prepare-run.ts';
import type { RecordOptions } from './record-options.ts';
import type { RemoteAnswer, RemoteQuestion } from './remote-recorder.ts';
import { keyOfSample, type PlannedUnit, type RunTask } from './run-plan.ts';
import { recordBuildFailure, recordTask, runTasks } from './run-unit.ts';

/** What a machine needs to answer questions of a recording that another one keeps: everything but the run itself. */
export interface TaskRecorderOptions
  extends Omit<RecordOptions, 'store' | 'runId' | 'resume' | 'limit' | 'shard' | 'remote'> {
  /** Called right before the system is asked; what it throws keeps the question from being asked. */
  readonly beforeAsk?: (() => void) | undefined;
}

/** Answers single questions of a recording. */
export interface TaskRecorder {
  /**
   * Asks one question with its retries and evaluators; a knowledge base is built at its first question. Rejects with a
   * `config` error when data set or configuration differ from the recording's, and with the signal's reason on abort.
   */
  record(question: RemoteQuestion, signal: AbortSignal): Promise<RemoteAnswer>;
  /** Closes what was built. */
  close(): Promise<void>;
}

/** The same knowledge base, with a look before each question. */
function watchQuestions(knowledgeBase: KnowledgeBase, beforeAsk: () => void): KnowledgeBase {
  const { name, store, notRecorded } = knowledgeBase;
  return {
    name,
    store,
    notRecorded,
    manifest: () => knowledgeBase.manifest(),
    query(question, options) {
      beforeAsk();
      return knowledgeBase.query(question, options);
    },
    ...(knowledgeBase.predictIntent === undefined
      ? {}
      : {
          predictIntent(question, options) {
            beforeAsk();
            return knowledgeBase.predictIntent?.(question, options) ?? null;
          },
        }),
    ...(knowledgeBase.redact === undefined ? {} : { redact: (text) => knowledgeBase.redact?.(text) ?? text }),
    close: () => knowledgeBase.close?.(),
  };
}

/** Reads the benchmark and lays the run out as the recording machine does. Throws `usage` and `data` errors. */
export async function createTaskRecorder(options: TaskRecorderOptions, signal: AbortSignal): Promise<TaskRecorder> {
  const given: RecordOptions = { ...options, store: createMemoryStore(), runId: 'remote' };
  const { benchmark, plan, settings, parts } = await prepareRun(given, signal);
  const places = new Map<string, { readonly unit: PlannedUnit; readonly task: RunTask }>();
  for (const unit of plan) for (const task of unit.tasks) places.set(keyOfSample(task), { unit, task });
  const units = new Map<PlannedUnit, Promise<BuiltUnit>>();

  async function build(unit: PlannedUnit): Promise<BuiltUnit> {
    const standing = options.knowledgeBase ?? options.knowledgeBases?.get(unit.unit.unit_id);
    if (standing === undefined && options.recipe === undefined)
      return {
        knowledgeBase: null,
        document_keys: [],
        message: `there is no knowledge base for the run unit ${unit.unit.unit_id}`,
      };
    const built: BuiltUnit =
      standing !== undefined || options.recipe === undefined
        ? { knowledgeBase: standing as NonNullable<typeof standing>, document_keys: [] }
        : await buildUnit(unit, {
            manifest: benchmark.manifest,
            recipe: options.recipe,
            store: options.documentStore ?? options.recipe.store,
            signal,
          });
    if (built.knowledgeBase === null) return built;
    const { beforeAsk } = options;
    const knowledgeBase =
      beforeAsk === undefined ? built.knowledgeBase : watchQuestions(built.knowledgeBase, beforeAsk);
    const quiet = { ...settings, evaluators: [] };
    await runTasks(unit.tasks.slice(0, options.warmup ?? 0), settings, signal, async (task, inner) => {
      await recordTask(knowledgeBase, unit.knowledge_base_name, task, quiet, inner);
    });
    return { ...built, knowledgeBase };
  }

  function open(unit: PlannedUnit): Promise<BuiltUnit> {
    const known = units.get(unit) ?? build(unit);
    units.set(unit, known);
    return known;
  }

  return {
    async record(question, inner) {
      const changed = describeChange(question.fingerprint_parts, parts);
      const place = places.get(keyOfSample(question));
      if (changed !== null || place === undefined) {
        throw new ReportcardError({
          code: 'config',
          message: `a worker cannot ask questions of ${question.run_id}: ${changed ?? question.query_id} is not what the recording has`,
          expected: 'the same configuration and data set on every machine',
        });
      }
      const { unit, task } = place;
      const { knowledgeBase, message = '' } = await open(unit);
      const { knowledge_base_name: name } = unit;
      if (knowledgeBase === null)
        return { record: recordBuildFailure(name, task, message, settings.clock), manifest: null };
      const record = await recordTask(knowledgeBase, name, task, settings, inner);
      return { record, manifest: knowledgeBase.manifest() };
    },
    async close() {
      for (const built of units.values()) {
        const { knowledgeBase } = await built;
        await knowledgeBase?.close?.();
      }
    },
  };
}
