import type { ObjectStore } from '@reportcard/object-store';
import type { Evaluator, RunMeta, RunRecord } from '@reportcard/report-schema';
import type { Benchmark } from './benchmark.ts';
import type { Clock } from './clock.ts';
import type { JsonObject, KnowledgeBase } from './knowledge-base.ts';
import type { Recipe } from './recipe.ts';
import type { RemoteRecorder } from './remote-recorder.ts';
import type { RetryPolicy } from './retry.ts';
import type { LockOwner } from './run-lock.ts';
import type { RunShard } from './run-shard.ts';

/** What a recording tells while it runs. */
export type RecordProgress =
  | { readonly type: 'start'; readonly total: number; readonly kept: number }
  | {
      readonly type: 'unit';
      readonly unit_id: string | null;
      readonly knowledge_base_name: string;
      readonly state: 'building' | 'ready' | 'failed';
      readonly message?: string | undefined;
    }
  | { readonly type: 'record'; readonly done: number; readonly total: number; readonly record: RunRecord }
  | { readonly type: 'note'; readonly message: string };

/** What is asked, of which system, how, and where it is recorded. */
export interface RecordOptions {
  readonly benchmark: Benchmark;
  /** Builds a knowledge base for each run unit. Exactly one of `recipe`, `knowledgeBase` and `knowledgeBases` is given. */
  readonly recipe?: Recipe | undefined;
  /** A system that stands already, asked for every unit. */
  readonly knowledgeBase?: KnowledgeBase | undefined;
  /** Systems that stand already, by unit id. */
  readonly knowledgeBases?: ReadonlyMap<string, KnowledgeBase> | undefined;
  /** Base name of the knowledge bases; by default the recipe manifest's `name`, or the knowledge base's own. */
  readonly knowledgeBaseName?: string | undefined;
  /** Workspace that receives `runs/<runId>.jsonl` and `.meta.json`. */
  readonly store: ObjectStore;
  readonly runId: string;
  /** Receives the benchmark's documents under `raw/benchmarks/…`; the recipe's store by default. */
  readonly documentStore?: ObjectStore | undefined;
  /** Default `['default']`. */
  readonly queryModes?: readonly string[] | undefined;
  /** How often the whole benchmark is asked. Default 1. */
  readonly passes?: number | undefined;
  /** Questions in flight. Default 8. */
  readonly concurrency?: number | undefined;
  /** Questions begun a second, at most. Unlimited by default. */
  readonly ratePerSecond?: number | undefined;
  readonly retry?: RetryPolicy | undefined;
  /** Longest time of one attempt. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Longest time of one question with all its attempts and waits. Unlimited by default. */
  readonly totalTimeoutMs?: number | undefined;
  /** Questions asked of each knowledge base beforehand, without recording them. Default 0. */
  readonly warmup?: number | undefined;
  /** Aborting it ends the recording with its state kept; questions in flight are not recorded. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: RecordProgress) => void) | undefined;
  /** Only the first so many cases of the benchmark. */
  readonly limit?: number | undefined;
  /** Only this part of the cases: blocks of the data set in its order, of sizes that differ by one at most. Applied after `limit`. */
  readonly shard?: RunShard | undefined;
  /** Asks the questions elsewhere; `concurrency`, `ratePerSecond` and everything about single questions are then its affair. */
  readonly remote?: RemoteRecorder | undefined;
  /** Continues an interrupted recording of this name; starts it when there is none. */
  readonly resume?: boolean | undefined;
  /** With `resume`: asks again what ended in an error, a time-out or a cancellation. */
  readonly retryErrors?: boolean | undefined;
  readonly topK?: number | undefined;
  readonly queryOptions?: JsonObject | undefined;
  readonly trace?: boolean | undefined;
  /** Evaluators in place of the benchmark's own. */
  readonly evaluators?: readonly Evaluator[] | undefined;
  /** Further settings that a resumed run must share, without secrets (the target's configuration, say). */
  readonly configuration?: JsonObject | undefined;
  /** Package versions, platform, git commit; kept in the meta file. */
  readonly environment?: JsonObject | undefined;
  readonly datasetName?: string | undefined;
  readonly sutModel?: string | null | undefined;
  readonly clock?: Clock | undefined;
  /** Who holds the lock; this process by default. */
  readonly owner?: LockOwner | undefined;
  readonly isAlive?: ((pid: number) => boolean) | undefined;
}

/** A recording: where it is, and how many samples it holds. */
export interface RecordResult {
  readonly run_id: string;
  readonly records_key: string;
  readonly meta_key: string;
  readonly meta: RunMeta;
  /** Samples in the run file. */
  readonly n_records: number;
  /** Of these: recorded now, and kept from before. */
  readonly n_new: number;
  readonly n_kept: number;
  /** True when the signal ended it early; the run file then is in the order of arrival and `--resume` continues it. */
  readonly interrupted: boolean;
  /** What was said: a dropped line, a lock taken over. */
  readonly notes: readonly string[];
  /** First store that a knowledge base offered, for the Heta report. */
  readonly knowledge_base_store: ObjectStore | null;
  readonly benchmark_document_keys: readonly string[];
}
