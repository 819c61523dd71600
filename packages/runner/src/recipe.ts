import type { ObjectStore } from '@reportcard/object-store';
import type { BenchmarkDocument, BenchmarkRunUnit } from './benchmark.ts';
import type { JsonObject, KnowledgeBase } from './knowledge-base.ts';

/** What a recipe builds a knowledge base from. */
export interface BuildInput {
  /** Name of the new knowledge base: the base name, or `{name}-{unit_id}` where a benchmark has run units. */
  readonly name: string;
  readonly unit: BenchmarkRunUnit;
  /** Documents of the unit. */
  readonly documents: readonly BenchmarkDocument[];
  /** Key of each document in `store`, in the same order; empty without a store. */
  readonly document_keys: readonly string[];
  /** Store that holds the documents under `raw/benchmarks/…`; undefined when none was offered. */
  readonly store?: ObjectStore | undefined;
  readonly signal: AbortSignal;
}

/** How a knowledge base is made: what a benchmark evaluates (Heta's `KnowledgeRecipe`). */
export interface Recipe {
  /** What it does, with a `name`; kept in the run's meta file and part of the run's fingerprint. No secrets. */
  manifest(): JsonObject;
  /** Builds one knowledge base. A rejection fails the cases of its unit, not the run. */
  build(input: BuildInput): KnowledgeBase | Promise<KnowledgeBase>;
  /** Store for the benchmark's documents and, when the knowledge base offers none, for the Heta report. */
  readonly store?: ObjectStore | undefined;
}
