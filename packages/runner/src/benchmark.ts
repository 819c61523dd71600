import type { CaseInput, Evaluator } from '@reportcard/report-schema';
import type { JsonObject } from './knowledge-base.ts';

/** Identity of a benchmark; only `name` is required. */
export interface BenchmarkManifest {
  readonly name: string;
  readonly version?: string | null | undefined;
  readonly split?: string | null | undefined;
  readonly task_type?: string | null | undefined;
  /** `corpus` (one knowledge base), `group` or `case` (many); a hint, `run_units` decides. */
  readonly build_scope?: string | null | undefined;
  readonly homepage?: string | null | undefined;
  readonly license?: string | null | undefined;
  readonly citation?: string | null | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** Something outside that `prepare` needs (Heta's `BenchmarkResource`). */
export interface BenchmarkResource {
  readonly name: string;
  readonly uri: string;
  readonly kind?: 'file' | 'archive' | 'dataset' | 'repository' | 'manual' | undefined;
  readonly checksum?: string | undefined;
  readonly size_bytes?: number | undefined;
  readonly required?: boolean | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** Where a benchmark may prepare its data. */
export interface BenchmarkWorkspace {
  /** Folder for downloads and extracted files; undefined when the benchmark needs none. */
  readonly cache_dir?: string | undefined;
  readonly signal: AbortSignal;
}

/** What `prepare` hands to the other methods. */
export type PreparedBenchmark = JsonObject;

/** One source document. Its body is `text`, `data` or what `load` returns. */
export interface BenchmarkDocument {
  readonly document_id: string;
  /** File name within the document's folder of the store; the document id by default. */
  readonly name?: string | null | undefined;
  readonly media_type?: string | undefined;
  readonly text?: string | null | undefined;
  readonly data?: Uint8Array | undefined;
  load?(): Promise<Uint8Array>;
  readonly metadata?: JsonObject | undefined;
}

/** One build-and-ask unit. Absent or empty `document_ids` or `case_ids` mean all of them. */
export interface BenchmarkRunUnit {
  readonly unit_id: string;
  readonly document_ids?: readonly string[] | null | undefined;
  readonly case_ids?: readonly string[] | null | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** A stream or a list. */
export type Many<T> = AsyncIterable<T> | Iterable<T>;

/**
 * An evaluation set (Heta's benchmark protocol): documents to build from, questions to ask, how many knowledge bases that
 * takes, and its own evaluators. It builds nothing and asks nothing itself.
 */
export interface Benchmark {
  readonly manifest: BenchmarkManifest;
  resources?(): readonly BenchmarkResource[];
  /** Fetches, unpacks and checks the data. */
  prepare?(workspace: BenchmarkWorkspace): PreparedBenchmark | Promise<PreparedBenchmark>;
  documents(prepared: PreparedBenchmark): Many<BenchmarkDocument>;
  cases(prepared: PreparedBenchmark): Many<CaseInput>;
  /** Left out: one unit of everything, recorded with `unit_id` null. */
  run_units?(prepared: PreparedBenchmark): Many<BenchmarkRunUnit>;
  /** Scores made while recording; they go into the Heta report. None by default. */
  evaluators?(): readonly Evaluator[];
}
