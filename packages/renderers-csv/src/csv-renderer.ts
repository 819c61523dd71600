import {
  type Artefact,
  defineOptions,
  type RenderContext,
  type Renderer,
  type RenderInput,
} from '@reportcard/renderer-kit';
import { createSheet, formatCsv, formatXlsx } from '@reportcard/score-sheet';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Options of the CSV renderer. */
export interface CsvOptions {
  /** Metrics that get a `*_manual` column besides those whose definition says so. */
  readonly humanScorable: readonly string[];
}

/**
 * Renders `per_sample.csv`: one row a sample, one column a metric, `*_manual` cells beside what a human may score. What
 * the user left in `input.sheet` (order, manual cells, remarks, own columns) is kept. Rows are streamed. A person who
 * works in `per_sample.xlsx` gets that file back instead, so that there is one sheet and not two that differ.
 */
export const csvRenderer: Renderer<CsvOptions> = {
  name: 'csv',
  apiVersion: 1,
  description: 'per_sample.csv: every sample with its scores and cells for human scores',
  options: defineOptions({
    humanScorable: { kind: 'texts', default: [], description: 'further metrics to score by hand' },
  }),
  async render(input: RenderInput, options: CsvOptions, context: RenderContext): Promise<Iterable<Artefact>> {
    const { scores, records, sheet, scores_sha256 } = input;
    if (records === undefined && sheet === undefined) context.log(context.messages.text('warning.no_texts'));
    const { humanScorable } = options;
    const document = createSheet(scores, { records, sheet, scoresSha256: scores_sha256, humanScorable });
    if (sheet?.format === 'xlsx')
      return [{ path: 'per_sample.xlsx', media_type: XLSX, body: await formatXlsx(document) }];
    const body: Iterable<string> = { [Symbol.iterator]: () => formatCsv(document) };
    return [{ path: 'per_sample.csv', media_type: 'text/csv; charset=utf-8', body }];
  },
};
