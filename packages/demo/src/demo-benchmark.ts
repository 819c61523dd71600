import type { Benchmark } from '@reportcard/runner';
import { type DemoDataset, loadDemoDataset } from './load-demo-dataset.ts';
import type { DemoLanguage } from './recipe-settings.ts';

/** Which questions are asked. */
export interface DemoBenchmarkOptions {
  readonly language: DemoLanguage;
  /** An edited data set in place of the packaged one. */
  readonly dataset?: DemoDataset | undefined;
}

/** The packaged shop questions and documents as a benchmark of one run unit, without evaluators of its own. */
export function createDemoBenchmark(options: DemoBenchmarkOptions): Benchmark {
  const dataset = options.dataset ?? loadDemoDataset(options.language);
  return {
    manifest: {
      name: dataset.name,
      version: dataset.version,
      task_type: 'rag_qa',
      build_scope: 'corpus',
      license: 'Apache-2.0',
      metadata: { language: dataset.language, n_cases: dataset.cases.length, n_documents: dataset.documents.length },
    },
    documents: () => dataset.documents,
    cases: () => dataset.cases,
  };
}
