import type { Case, SampleKey } from '@reportcard/report-schema';
import type { BenchmarkDocument, BenchmarkRunUnit } from './benchmark.ts';
import type { LoadedBenchmark } from './load-benchmark.ts';
import { requireDistinctSlugs } from './slug.ts';

/** One question to ask: a line of the run file. */
export interface RunTask extends SampleKey {
  readonly case: Case;
  /** Place in the finished file: by case, then unit, mode and pass. */
  readonly order: number;
}

/** One knowledge base to build and everything it is asked. */
export interface PlannedUnit {
  /** Null where the benchmark has no run units. */
  readonly unit_id: string | null;
  readonly unit: BenchmarkRunUnit;
  readonly knowledge_base_name: string;
  readonly documents: readonly BenchmarkDocument[];
  readonly cases: readonly Case[];
  readonly tasks: readonly RunTask[];
}

/** Name of the unit of a benchmark without run units. */
export const CORPUS_UNIT = 'corpus';

export interface PlanOptions {
  readonly baseName: string;
  readonly queryModes: readonly string[];
  readonly passes: number;
}

function isSelected(ids: readonly string[] | null | undefined): ids is readonly string[] {
  return ids !== undefined && ids !== null && ids.length > 0;
}

function nameOf(baseName: string, unit: BenchmarkRunUnit, count: number): string {
  const whole = count === 1 && !isSelected(unit.document_ids) && !isSelected(unit.case_ids);
  return whole ? baseName : `${baseName}-${unit.unit_id}`;
}

/** A text that is equal for two samples exactly when their identifying fields are. */
export function keyOfSample(sample: SampleKey): string {
  return JSON.stringify([sample.query_id, sample.query_mode, sample.unit_id, sample.pass]);
}

/** Lays out the whole run: units in their order, in each the passes, its cases in data-set order, the modes. Throws a `usage` error when two units' names share one slug. */
export function planRun(benchmark: LoadedBenchmark, options: PlanOptions): PlannedUnit[] {
  const declared: readonly BenchmarkRunUnit[] =
    benchmark.units.length > 0 ? benchmark.units : [{ unit_id: CORPUS_UNIT }];
  const { queryModes, passes } = options;
  requireDistinctSlugs(declared.map((unit) => nameOf(options.baseName, unit, declared.length)));
  return declared.map((unit, unitIndex) => {
    const caseIds = isSelected(unit.case_ids) ? new Set(unit.case_ids) : null;
    const documentIds = isSelected(unit.document_ids) ? new Set(unit.document_ids) : null;
    const unitId = benchmark.units.length > 0 ? unit.unit_id : null;
    const tasks: RunTask[] = [];
    for (let pass = 0; pass < passes; pass++) {
      benchmark.cases.forEach((item, caseIndex) => {
        if (caseIds !== null && !caseIds.has(item.query_id)) return;
        queryModes.forEach((mode, modeIndex) => {
          const order = ((caseIndex * declared.length + unitIndex) * queryModes.length + modeIndex) * passes + pass;
          tasks.push({ case: item, query_id: item.query_id, query_mode: mode, unit_id: unitId, pass, order });
        });
      });
    }
    return {
      unit_id: unitId,
      unit,
      knowledge_base_name: nameOf(options.baseName, unit, declared.length),
      documents:
        documentIds === null
          ? benchmark.documents
          : benchmark.documents.filter((document) => documentIds.has(document.document_id)),
      cases: caseIds === null ? benchmark.cases : benchmark.cases.filter((item) => caseIds.has(item.query_id)),
      tasks,
    };
  });
}
