import { createRecord, formatJsonLine, getOwn } from '@reportcard/report-schema';
import { type Exporter, type ExportInput, listMetrics, readExportedSamples } from './exporter.ts';
import { contextsOf, documentIdsOf } from './result-texts.ts';

async function* formatLines(input: ExportInput): AsyncGenerator<string> {
  const metrics = listMetrics(input.scores, ['ragas', 'evaluator']);
  for await (const { record, scores } of readExportedSamples(input)) {
    const contexts = contextsOf(record);
    const ids = documentIdsOf(record);
    const line = createRecord<unknown>([
      ['query_id', record.query_id],
      ['user_input', record.user_input],
      ['response', record.response?.answer ?? null],
      ['reference', record.reference],
    ]);
    if (contexts !== null) line['retrieved_contexts'] = contexts.map((text) => text ?? '');
    if (ids !== null) line['retrieved_context_ids'] = ids;
    if (record.reference_contexts.length > 0) line['reference_contexts'] = record.reference_contexts;
    if (record.reference_doc_ids.length > 0) line['reference_context_ids'] = record.reference_doc_ids;
    for (const [metric] of metrics) line[metric] = getOwn(scores?.scores, metric) ?? null;
    yield formatJsonLine(line);
  }
}

/** JSON Lines in the names of RAGAS 0.2 and later, which `EvaluationDataset.from_jsonl` reads; scores beside the fields, missing ones null. */
export const ragasExporter: Exporter = {
  format: 'ragas',
  title: 'JSON Lines for RAGAS 0.2 and later',
  export: (input) => ({
    files: [{ name: `${input.runId}.ragas.jsonl`, media_type: 'application/jsonl', body: formatLines(input) }],
    notes: () => [],
  }),
};
