import {
  createRecord,
  type MetricInfo,
  RAGAS_ORDER,
  ReportcardError,
  type ScoreState,
  type TextRecord,
} from '@reportcard/report-schema';
import type { DraftScore, SampleDraft } from './draft.ts';
import { createContentIds, createStrictIds } from './draft-ids.ts';
import { finishDraft } from './finish-draft.ts';
import { type ImportedSample, type ImportOptions, type ImportResult, RepairLog } from './importer.ts';
import { createMetricId, describeForeignMetric, isLowerBetter, isOwnMetric, isRagasId } from './values/metric-names.ts';
import { classifyScore, parseScore } from './values/parse-score.ts';

/** How drafts are read and what the file says of itself. */
export interface DraftSource {
  readonly file: string;
  /** Reads the file from its beginning; called twice. */
  drafts(repairs: RepairLog): AsyncIterable<SampleDraft>;
  /** True for a fault that a second, laxer reading forgives. */
  forgive?(error: unknown): boolean;
  /** Whether ids are the format's own (then they must be right) or may be made. */
  readonly ids: 'own' | 'content';
  readonly decimalComma?: boolean | undefined;
  /** Put before the ids of metrics made of candidate columns. */
  readonly candidatePrefix?: string | undefined;
  /** What own metrics in the file are: left out because `score` computes them, or kept under a name of their own. */
  readonly ownMetrics?: 'recompute' | 'keep' | undefined;
  /** True where the file says itself which scores are missing: a 0 beside an error is then a 0. */
  readonly settled?: boolean | undefined;
  /** Facts about the judge, known after the first reading. */
  facts?(): { readonly judge_model?: string | undefined; readonly embedder_model?: string | undefined };
  /** What to say of a file without any sample. */
  empty?(): ReportcardError;
}

interface MetricFacts {
  label: string | undefined;
  lower: boolean | undefined;
  inRange: boolean;
  numbers: number;
  texts: number;
}

/** What the first reading found: the metrics in the order they came, and which candidate columns are metrics. */
interface Survey {
  readonly metrics: Map<string, MetricFacts>;
  readonly candidates: Map<string, MetricFacts>;
  readonly ids: ReturnType<typeof createContentIds>;
  count: number;
}

function factsOf(map: Map<string, MetricFacts>, id: string): MetricFacts {
  const known = map.get(id);
  if (known !== undefined) return known;
  const facts: MetricFacts = { label: undefined, lower: undefined, inRange: true, numbers: 0, texts: 0 };
  map.set(id, facts);
  return facts;
}

function noteValue(facts: MetricFacts, value: number | null): void {
  if (value === null) return;
  facts.numbers++;
  if (value < 0 || value > 1) facts.inRange = false;
}

function noteScore(survey: Survey, id: string, score: DraftScore): void {
  const facts = factsOf(survey.metrics, id);
  facts.label ??= score.label;
  facts.lower ??= score.lower;
  noteValue(facts, score.state.value);
}

function noteCandidate(survey: Survey, name: string, value: unknown, decimalComma: boolean): void {
  const facts = factsOf(survey.candidates, name);
  const kind = classifyScore(value, decimalComma);
  if (kind === 'text') facts.texts++;
  else if (kind === 'number') noteValue(facts, parseScore(value, { repairs: new RepairLog(), decimalComma }).value);
}

async function surveyOnce(
  source: DraftSource,
  repairs: RepairLog,
  onSurvey: ImportOptions['onSurvey'],
): Promise<Survey> {
  const ids = source.ids === 'own' ? createStrictIds(source.file) : createContentIds(repairs);
  const survey: Survey = { metrics: new Map(), candidates: new Map(), ids, count: 0 };
  for await (const draft of source.drafts(new RepairLog())) {
    survey.count++;
    ids.note(draft);
    for (const [id, score] of Object.entries(draft.scores)) noteScore(survey, id, score);
    for (const [name, value] of Object.entries(draft.candidates))
      noteCandidate(survey, name, value, source.decimalComma === true);
    onSurvey?.(survey.count);
  }
  return survey;
}

async function surveyDrafts(
  source: DraftSource,
  repairs: RepairLog,
  onSurvey: ImportOptions['onSurvey'],
): Promise<Survey> {
  try {
    return await surveyOnce(source, repairs, onSurvey);
  } catch (error) {
    if (source.forgive?.(error) !== true) throw error;
    return surveyOnce(source, repairs, onSurvey);
  }
}

/** Ids under which the metrics of the file come in: ours stay, own ones are renamed or dropped. */
interface MetricPlan {
  /** Metric id of the source → ours; null for one that is left out. */
  readonly ids: Map<string, string | null>;
  /** Candidate column → metric id. */
  readonly columns: Map<string, string>;
  readonly info: TextRecord<MetricInfo>;
  readonly scored: readonly string[];
}

function planMetrics(survey: Survey, source: DraftSource): MetricPlan {
  const ids = new Map<string, string | null>();
  const columns = new Map<string, string>();
  const info = createRecord<MetricInfo>();
  const place = (id: string, facts: MetricFacts): string => {
    const kept = isOwnMetric(id) ? `imported_${id}` : id;
    if (!isRagasId(kept))
      info[kept] = describeForeignMetric(kept, {
        label: facts.label,
        lower: facts.lower ?? isLowerBetter(kept),
        inRange: facts.inRange,
      });
    return kept;
  };
  for (const [id, facts] of survey.metrics)
    ids.set(id, source.ownMetrics === 'recompute' && isOwnMetric(id) ? null : place(id, facts));
  for (const [name, facts] of survey.candidates) {
    const id = createMetricId(name, source.candidatePrefix);
    if (facts.texts === 0 && facts.numbers > 0 && !ids.has(id) && !isRagasId(id))
      columns.set(name, place(id, { ...facts, label: name }));
  }
  const present = new Set([...ids.values()].filter((id): id is string => id !== null));
  return { ids, columns, info, scored: [...RAGAS_ORDER.filter((id) => present.has(id)), ...Object.keys(info)] };
}

function settleScores(
  draft: SampleDraft,
  plan: MetricPlan,
  source: DraftSource,
  repairs: RepairLog,
): TextRecord<ScoreState> {
  const scores = createRecord<ScoreState>();
  for (const [id, { state }] of Object.entries(draft.scores)) {
    const kept = plan.ids.get(id);
    if (kept === null)
      repairs.add('recomputed', 'scores of own metrics were left out: score computes them from the records');
    else scores[kept ?? id] = state;
  }
  for (const [name, value] of Object.entries(draft.candidates)) {
    const id = plan.columns.get(name);
    if (id !== undefined)
      scores[id] = parseScore(value, {
        repairs,
        decimalComma: source.decimalComma,
        line: draft.line,
        file: source.file,
      });
    else if (value !== '' && value !== null) {
      draft.metadata[name] = value;
      repairs.add(`unknown_field:${name}`, `the unknown field ${JSON.stringify(name)} was kept in metadata`);
    }
  }
  return source.settled === true ? scores : failedScores(draft, scores, repairs);
}

/** A request that failed without an answer has nothing to grade: a 0 there is the tool's word for an error. */
function failedScores(draft: SampleDraft, scores: TextRecord<ScoreState>, repairs: RepairLog): TextRecord<ScoreState> {
  if (draft.error === undefined || (draft.answer ?? '').trim() !== '') return scores;
  for (const [id, state] of Object.entries(scores)) {
    if (state.value !== 0) continue;
    scores[id] = { value: null, status: 'skipped', code: 'request_failed' };
    repairs.add('error_as_zero', 'scores of 0 beside an error were taken as not scored');
  }
  return scores;
}

/**
 * Reads drafts twice: first to find the metrics, their ranges and the ids that stand twice, then to hand the samples
 * on. Bounded memory whatever the size. Throws `data` errors, also for a file without any sample.
 */
export async function importDrafts(source: DraftSource, options: ImportOptions = {}): Promise<ImportResult> {
  const repairs = new RepairLog();
  const survey = await surveyDrafts(source, repairs, options.onSurvey);
  if (survey.count === 0) {
    throw (
      source.empty?.() ??
      new ReportcardError({
        code: 'data',
        file: source.file,
        message: 'the file holds no samples',
        hint: 'check that it was written completely',
      })
    );
  }
  const plan = planMetrics(survey, source);
  async function* samples(): AsyncGenerator<ImportedSample> {
    for await (const draft of source.drafts(repairs)) {
      const scores = settleScores(draft, plan, source, repairs);
      const record = finishDraft(draft, survey.ids.idOf(draft), repairs, source.file);
      yield plan.scored.length === 0 ? { record } : { record, scores };
    }
  }
  return {
    samples: samples(),
    scored_metrics: plan.scored,
    metric_info: plan.info,
    ...source.facts?.(),
    repairs: () => repairs.list(),
  };
}
