import { createResult, createSkipped, type RecordEvaluator } from './evaluation-result.ts';
import { matchesEvidence } from './evidence-match.ts';

/**
 * `evidence_recall@k`: share of a case's evidence items that one of the first k results is, in [0, 1]. Over the raw
 * results: several chunks of one document each take a place, unlike hit@k and recall@k. An item matches by locator
 * (every key present and equal, plural forms included; and where both have text, one text contains the other), without
 * locator by text, without both by `reference_id`. Skipped for a case without evidence. Metadata: `matched`, `expected`,
 * `missing` (indices of items not found).
 */
export function createEvidenceRecallAtK(k: number): RecordEvaluator {
  const name = `evidence_recall@${k}`;
  return {
    name,
    needs: ['results'],
    evaluate: ({ case: subject, response }) => {
      const expected = subject.evidence.length;
      if (expected === 0) return [createSkipped(name, 'no_label')];
      const results = response.results.slice(0, k);
      const missing = subject.evidence.flatMap((item, index) =>
        results.some((result) => matchesEvidence(item, result)) ? [] : [index],
      );
      const matched = expected - missing.length;
      return [createResult(name, matched / expected, { matched, expected, missing }, missing.length === 0)];
    },
  };
}
