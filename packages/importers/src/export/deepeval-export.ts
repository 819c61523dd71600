import { getOwn, type MetricInfo, type RunRecord, refuseNonFinite, type SampleScores } from '@reportcard/report-schema';
import { type Exporter, type ExportInput, listMetrics, readExportedSamples } from './exporter.ts';
import { contextsOf } from './result-texts.ts';

/** Names DeepEval gives the RAGAS metrics it wraps. */
const DEEPEVAL_RAGAS_NAMES: Readonly<Record<string, string>> = {
  faithfulness: 'Faithfulness (ragas)',
  answer_relevancy: 'Answer Relevancy (ragas)',
  answer_correctness: 'Answer Correctness (ragas)',
  context_precision: 'Contextual Precision (ragas)',
  context_recall: 'Contextual Recall (ragas)',
};

const THRESHOLD = 0.5;

function toMetricData(
  metric: string,
  info: MetricInfo,
  scores: SampleScores | undefined,
  model: string | null,
): unknown {
  const score = getOwn(scores?.scores, metric) ?? null;
  const why = getOwn(scores?.unscored, metric);
  const passes = score !== null && (info.higher_is_better ? score >= THRESHOLD : score <= THRESHOLD);
  return {
    name: getOwn(DEEPEVAL_RAGAS_NAMES, metric) ?? metric.replace(/^deepeval_/, ''),
    threshold: THRESHOLD,
    success: passes,
    score,
    reason: null,
    strictMode: false,
    evaluationModel: model,
    error: score === null ? `${why?.status ?? 'missing_input'}/${why?.code ?? 'not_recorded'}` : null,
    evaluationCost: null,
  };
}

function toTestCase(record: RunRecord, scores: SampleScores | undefined, input: ExportInput, order: number): unknown {
  const metrics = listMetrics(input.scores, ['ragas', 'evaluator']).filter(([metric]) => metric !== 'deepeval_success');
  const passed = getOwn(scores?.scores, 'deepeval_success');
  return {
    name: record.query_id,
    input: record.user_input,
    actualOutput: record.response?.answer ?? '',
    expectedOutput: record.reference,
    context: record.reference_contexts.length === 0 ? null : record.reference_contexts,
    retrievalContext: contextsOf(record)?.map((text) => text ?? '') ?? null,
    success: passed === undefined || passed === null ? null : passed >= THRESHOLD,
    metricsData: metrics.map(([metric, info]) =>
      toMetricData(metric, info, scores, input.scores?.meta.judge?.model ?? null),
    ),
    completionTime: record.latency_ms === null ? null : record.latency_ms / 1000,
    order,
  };
}

async function* formatRun(input: ExportInput): AsyncGenerator<string> {
  yield '{"testCases":[';
  let order = 0;
  for await (const { record, scores } of readExportedSamples(input)) {
    yield `${order === 0 ? '' : ','}\n${JSON.stringify(toTestCase(record, scores, input, order), refuseNonFinite)}`;
    order++;
  }
  yield '\n],"conversationalTestCases":[]}\n';
}

/** A test run of DeepEval: scores of RAGAS and evaluator metrics as `metricsData`, with the threshold 0.5. */
export const deepevalExporter: Exporter = {
  format: 'deepeval',
  title: 'a DeepEval test run, JSON',
  export: (input) => ({
    files: [{ name: `${input.runId}.deepeval.json`, media_type: 'application/json', body: formatRun(input) }],
    notes: () => [],
  }),
};
