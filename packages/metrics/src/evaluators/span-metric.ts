import { createMissing, createResult, createSkipped, type RecordEvaluator } from './evaluation-result.ts';
import { countCharacters, countOverlap, mergeSpans, readSpan, type TextSpan } from './text-spans.ts';

/** `precision`: relevant characters retrieved / characters retrieved. `recall`: … / relevant characters. */
export type SpanMeasure = 'precision' | 'recall';

function isSpan(span: TextSpan | null): span is TextSpan {
  return span !== null;
}

/**
 * `span_precision@k` and `span_recall@k` as LegalBench-RAG measures retrieval: by characters shared between the first k
 * retrieved spans and the evidence spans of the same file, each character counted once; in [0, 1], and 0 when nothing
 * was retrieved. Spans are read from an evidence item's locator and a result's source or metadata (see `readSpan`).
 * Skipped for a case without evidence spans; no value where a result does not say which characters it holds.
 */
export function createSpanMetric(measure: SpanMeasure, k: number): RecordEvaluator {
  const name = `span_${measure}@${k}`;
  return {
    name,
    needs: ['results'],
    evaluate: ({ case: subject, response }) => {
      const relevant = mergeSpans(
        subject.evidence.map((item) => readSpan([item.locator, item.metadata])).filter(isSpan),
      );
      if (relevant.length === 0) return [createSkipped(name, 'no_label')];
      const read = response.results.slice(0, k).map((result) => readSpan([result.source, result.metadata]));
      if (read.some((span) => span === null)) return [createMissing(name, 'spans')];
      const retrieved = mergeSpans(read.filter(isSpan));
      const shared = countOverlap(retrieved, relevant);
      const whole = countCharacters(measure === 'precision' ? retrieved : relevant);
      const facts = { shared, retrieved: countCharacters(retrieved), relevant: countCharacters(relevant) };
      return [createResult(name, whole === 0 ? 0 : shared / whole, facts)];
    },
  };
}
