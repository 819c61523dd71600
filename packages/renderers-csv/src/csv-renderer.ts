import {
  type Artefact,
  defineOptions,
  type RenderContext,
  type Renderer,
  type RenderInput,
} from '@reportcard/renderer-kit';
import { createSheet, formatCsv } from '@reportcard/score-sheet';

/** Options of the CSV renderer. */
export interface CsvOptions {
  /** Metrics that get a `*_manual` column besides those whose definition says so. */
  readonly humanScorable: readonly string[];
}

/**
 * Renders `per_sample.csv`: one row a sample, one column a metric, `*_manual` cells beside what a human may score. What
 * the user left in `input.sheet` (order, manual cells, remarks, own columns) is kept. Rows are streamed.
 */
export const csvRenderer: Renderer<CsvOptions> = {
  name: 'csv',
  apiVersion: 1,
  description: 'per_sample.csv: every sample with its scores and cells for human scores',
  options: defineOptions({
    humanScorable: { kind: 'texts', default: [], description: 'further metrics to score by hand' },
  }),
  render(input: RenderInput, options: CsvOptions, context: RenderContext): Iterable<Artefact> {
    const { scores, records, sheet, scores_sha256 } = input;
    if (records === undefined && sheet === undefined) context.log(context.messages.text('warning.no_texts'));
    const { humanScorable } = options;
    const document = createSheet(scores, { records, sheet, scoresSha256: scores_sha256, humanScorable });
    const body: Iterable<string> = { [Symbol.iterator]: () => formatCsv(document) };
    return [{ path: 'per_sample.csv', media_type: 'text/csv; charset=utf-8', body }];
  },
};
