import { createSpanMetric, type RecordEvaluator, type SpanMeasure } from '@reportcard/metrics';
import { createRecord, documentIdOf, type QueryResult } from '@reportcard/report-schema';
import type { SpanLocator } from './locate-span.ts';

/** True where a result says which characters it holds. */
function hasSpan({ source, metadata }: QueryResult): boolean {
  return [source, metadata].some(
    (part) => 'span' in part || 'start' in part || 'char_start' in part || 'start_char' in part,
  );
}

function withSpan(result: QueryResult, locator: SpanLocator): QueryResult {
  if (hasSpan(result) || result.text === null) return result;
  const document = documentIdOf(result);
  const span = locator.locate(document, result.text);
  if (span === null) return result;
  return {
    ...result,
    source: createRecord<unknown>([...Object.entries(result.source), ['file_path', document], ['span', span]]),
  };
}

/** `span_precision@k` and `span_recall@k`; a result that gives only its text is looked up in its document first. */
export function createLocatedSpanMetric(measure: SpanMeasure, k: number, locator: SpanLocator): RecordEvaluator {
  const metric = createSpanMetric(measure, k);
  return {
    ...metric,
    evaluate: (input) => {
      const results = input.response.results.map((result) => withSpan(result, locator));
      return metric.evaluate({ ...input, response: { ...input.response, results } });
    },
  };
}
