import { type Case, documentIdOf, getOwn } from '@reportcard/report-schema';
import { cleanIds, keepFirst } from '../ranking.ts';
import {
  type BeirInput,
  computeBeirMrr,
  computeBeirPrecision,
  computeBeirRecall,
  computeMap,
  computeNdcg,
} from './beir-measures.ts';
import { createResult, createSkipped, type RecordEvaluator } from './evaluation-result.ts';

/** A measure of the BEIR benchmarks. */
export type BeirMeasure = 'ndcg' | 'map' | 'recall' | 'precision' | 'mrr';

const MEASURES: Readonly<Record<BeirMeasure, (input: BeirInput) => number>> = {
  ndcg: computeNdcg,
  map: computeMap,
  recall: computeBeirRecall,
  precision: computeBeirPrecision,
  mrr: computeBeirMrr,
};

/** Relevance grades by document: `metadata.qrels` where the case has graded judgements, else 1 for each reference document. */
function readGrades(subject: Case): Map<string, number> {
  const grades = new Map<string, number>();
  const qrels = getOwn(subject.metadata, 'qrels');
  if (qrels !== null && typeof qrels === 'object' && !Array.isArray(qrels)) {
    for (const [id, grade] of Object.entries(qrels))
      if (typeof grade === 'number' && grade > 0) grades.set(id.trim(), grade);
    return grades;
  }
  for (const id of cleanIds(subject.reference_doc_ids)) grades.set(id, 1);
  return grades;
}

/**
 * `beir_ndcg@k`, `beir_map@k`, `beir_recall@k`, `beir_precision@k`, `beir_mrr@k` over distinct documents, in [0, 1].
 * Graded judgements come from the case's `metadata.qrels` (`{document id: grade}`), else every reference document has
 * grade 1. Skipped for a case without relevant documents.
 */
export function createBeirMetric(measure: BeirMeasure, k: number): RecordEvaluator {
  const name = `beir_${measure}@${k}`;
  return {
    name,
    needs: ['results'],
    evaluate: ({ case: subject, response }) => {
      const judged = readGrades(subject);
      if (judged.size === 0) return [createSkipped(name, 'no_reference_docs')];
      const ranking = keepFirst(cleanIds(response.results.map(documentIdOf)));
      const gains = ranking.map((id) => judged.get(id) ?? 0);
      const value = MEASURES[measure]({ gains, grades: [...judged.values()], k });
      return [createResult(name, value, { relevant: judged.size, retrieved: ranking.length })];
    },
  };
}
