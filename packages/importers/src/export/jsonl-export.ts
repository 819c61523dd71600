import { createRecord, formatJsonLine } from '@reportcard/report-schema';
import { type Exporter, type ExportInput, listMetrics, readExportedSamples } from './exporter.ts';

async function* formatLines(input: ExportInput): AsyncGenerator<string> {
  const foreign = createRecord(listMetrics(input.scores, ['evaluator']));
  let first = true;
  for await (const { record, scores } of readExportedSamples(input)) {
    const described = first && Object.keys(foreign).length > 0 ? { metric_info: foreign } : {};
    first = false;
    const beside = scores === undefined ? {} : { scores: scores.scores, unscored: scores.unscored };
    yield formatJsonLine({ ...record, ...beside, ...described });
  }
}

/** Everything: the run's records as they are, with `scores` and `unscored` beside them. */
export const jsonlExporter: Exporter = {
  format: 'jsonl',
  title: 'JSON Lines: whole records with their scores',
  export: (input) => ({
    files: [{ name: `${input.runId}.jsonl`, media_type: 'application/jsonl', body: formatLines(input) }],
    notes: () => [],
  }),
};
