import {
  createRecord,
  type EvaluationCaseResult,
  EvaluationCaseResultSchema,
  type MetricInfo,
  parseEvaluationReport,
  RAGAS_ORDER,
  ReportcardError,
  type ScoreState,
} from '@reportcard/report-schema';
import { HashSet } from '../draft-ids.ts';
import { type ImportedSample, type ImportResult, RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { numberAt, textAt } from '../values/is-object.ts';
import { describeForeignMetric, isOwnMetric, isRagasId } from '../values/metric-names.ts';
import { toHetaRecord } from './heta-record.ts';
import { hetaScoreState } from './heta-scores.ts';

interface ReadCase {
  readonly line: number;
  readonly result: EvaluationCaseResult;
}

interface ReportHead {
  readonly knowledgeBaseName: string | null;
}

const isCaseResults = (path: readonly string[]): boolean => path.length === 1 && path[0] === 'case_results';

function brokenCase(file: string, line: number, index: number, input: unknown): ReportcardError {
  const parsed = EvaluationCaseResultSchema.safeParse(input);
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  return new ReportcardError({
    code: 'data',
    file,
    line,
    path: `case_results[${index}]${issue === undefined ? '' : `.${issue.path.join('.')}`}`,
    message: issue?.message ?? 'this is no case result',
    hint: 'the report does not follow the format of its version 1',
  });
}

/** Streams the case results; the rest of the report is checked when the file has been read. */
async function* readCases(
  source: Source,
  repairs: RepairLog,
  onHead?: (head: ReportHead) => void,
): AsyncGenerator<ReadCase> {
  const onEnvelope = (envelope: unknown): void => {
    const report = parseEvaluationReport(envelope, { file: source.name });
    onHead?.({ knowledgeBaseName: report.knowledge_base_name });
  };
  for await (const { line, index, value } of source.elements({ repairs, isTarget: isCaseResults, onEnvelope })) {
    const parsed = EvaluationCaseResultSchema.safeParse(value);
    if (!parsed.success) throw brokenCase(source.name, line, index, value);
    yield { line, result: parsed.data };
  }
}

interface HetaSurvey {
  readonly info: Map<string, { inRange: boolean }>;
  readonly head: ReportHead;
  readonly own: boolean;
}

function keyOf(result: EvaluationCaseResult): string {
  const { metadata } = result;
  const unit = textAt(metadata, 'benchmark_run_unit') ?? textAt(metadata, 'unit_id') ?? '';
  return [result.case_id, result.query_mode, unit, numberAt(metadata, 'pass') ?? 0].join('\u0000');
}

/** First reading: names and ranges of the scores, and that no case stands twice. */
async function surveyReport(source: Source): Promise<HetaSurvey> {
  const info = new Map<string, { inRange: boolean }>();
  const seen = new HashSet();
  let head: ReportHead = { knowledgeBaseName: null };
  let own = false;
  for await (const { line, result } of readCases(source, new RepairLog(), (found) => (head = found))) {
    if (!seen.add(keyOf(result))) {
      throw new ReportcardError({
        code: 'data',
        file: source.name,
        line,
        path: 'case_id',
        message: `the case ${JSON.stringify(result.case_id)} stands twice`,
        expected: 'each case once per query mode and run unit',
        hint: 'remove one of the two results',
      });
    }
    own ||= 'case' in result.metadata;
    for (const score of result.scores) {
      const state = hetaScoreState(score);
      if (state === null) continue;
      const facts = info.get(score.name) ?? { inRange: true };
      if (state.value !== null && (state.value < 0 || state.value > 1)) facts.inRange = false;
      info.set(score.name, facts);
    }
  }
  return { info, head, own };
}

interface HetaMetrics {
  readonly ids: Map<string, string | null>;
  readonly info: Record<string, MetricInfo>;
  readonly scored: readonly string[];
}

function planMetrics({ info, own }: HetaSurvey): HetaMetrics {
  const ids = new Map<string, string | null>();
  const described = createRecord<MetricInfo>();
  for (const [name, facts] of info) {
    const id = isOwnMetric(name) ? (own ? null : `imported_${name}`) : name;
    ids.set(name, id);
    if (id !== null && !isRagasId(id))
      described[id] = describeForeignMetric(id, { label: name, inRange: facts.inRange });
  }
  const present = new Set(ids.values());
  return { ids, info: described, scored: [...RAGAS_ORDER.filter((id) => present.has(id)), ...Object.keys(described)] };
}

/** A case that failed without an answer has nothing to grade: a 0 there is the word for an error. */
function settleFailed(result: EvaluationCaseResult, state: ScoreState, repairs: RepairLog): ScoreState {
  if (result.error === null || state.value !== 0 || (result.response?.answer ?? '').trim() !== '') return state;
  repairs.add('error_as_zero', 'scores of 0 beside an error were taken as not scored');
  return { value: null, status: 'skipped', code: 'request_failed' };
}

function toSample(
  read: ReadCase,
  source: Source,
  survey: HetaSurvey,
  metrics: HetaMetrics,
  repairs: RepairLog,
): ImportedSample {
  const labels = createRecord<string>();
  const scores = createRecord<ScoreState>();
  for (const score of read.result.scores) {
    const state = hetaScoreState(score);
    const id = metrics.ids.get(score.name);
    if (state === null) labels[score.name] = String(score.value);
    else if (id === null)
      repairs.add('recomputed', 'scores of own metrics were left out: score computes them from the records');
    else scores[id ?? score.name] = settleFailed(read.result, state, repairs);
  }
  const context = { file: source.name, line: read.line, knowledgeBaseName: survey.head.knowledgeBaseName, repairs };
  const record = toHetaRecord(read.result, labels, context);
  return metrics.scored.length === 0 ? { record } : { record, scores };
}

async function importReport(source: Source): Promise<ImportResult> {
  const survey = await surveyReport(source);
  const metrics = planMetrics(survey);
  const repairs = new RepairLog();
  async function* samples(): AsyncGenerator<ImportedSample> {
    for await (const read of readCases(source, repairs)) yield toSample(read, source, survey, metrics, repairs);
  }
  return {
    samples: samples(),
    scored_metrics: metrics.scored,
    metric_info: metrics.info,
    repairs: () => repairs.list(),
  };
}

/** Heta's evaluation reports, its own and those of this program. Skipped scores are not applicable, booleans 0 and 1, texts labels; document ids are found where Heta hides them. */
export const hetaImporter: Importer = {
  format: 'heta',
  title: 'evaluation reports of Heta, JSON',
  usage: 'heta report.json',
  sniff: ({ keys }) => keys.includes('case_results') && (keys.includes('report_id') || keys.includes('benchmark')),
  async open(input) {
    return importReport(await openSource(requireOneFile(input, 'heta', this.usage)));
  },
};
