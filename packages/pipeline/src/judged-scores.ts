import { isRagasMetric, type MetricDefinition, type MetricPolicies, ragasState } from '@reportcard/metrics';
import {
  createSampleId,
  EVERY_FIELD,
  type EvidenceRecord,
  type RunRecord,
  type ScoreCell,
  type ScoreTable,
} from '@reportcard/report-schema';
import type { EvidenceMap } from './evidence-file.ts';
import type { JudgeStage, JudgeTask } from './judge-stage.ts';

/** Where the judged metrics of a run get their values from. */
export interface JudgedSources {
  /** Metrics of the group ragas or lexical that the report has, in report order. */
  readonly definitions: readonly MetricDefinition[];
  readonly policies: MetricPolicies;
  /** Answers of earlier scorings. */
  readonly evidence: EvidenceMap;
  /** Scores that came along with an import. */
  readonly imported: EvidenceMap;
  /** Metrics the import has scores for. */
  readonly importedMetrics: ReadonlySet<string>;
  readonly judge: JudgeStage | undefined;
  /** Metrics that this scoring may ask the judge for. */
  readonly asked: ReadonlySet<string>;
  readonly refresh: boolean;
}

function isUsable(evidence: EvidenceRecord | undefined, inputs: string): evidence is EvidenceRecord {
  return evidence !== undefined && evidence.inputs_sha256 === inputs;
}

/** An answer that would be given again: same inputs, same judge, prompt and parameters, and no fault worth another try. */
function isCurrent(
  evidence: EvidenceRecord | undefined,
  inputs: string,
  metric: string,
  sources: JudgedSources,
): boolean {
  if (!isUsable(evidence, inputs) || sources.judge === undefined) return false;
  const wanted = sources.judge.fingerprint(metric, sources.policies);
  const known = evidence.fingerprint;
  const same =
    known.judge === wanted.judge &&
    known.model === wanted.model &&
    known.prompt === wanted.prompt &&
    known.params === wanted.params;
  const settled =
    evidence.status === 'ok' ||
    evidence.status === 'undefined' ||
    (evidence.status === 'judge_error' && evidence.code === 'refused');
  return same && settled;
}

const NO_JUDGE: ScoreCell = { value: null, status: 'skipped', code: 'no_judge' };

/** The cell where population, missing means or a rule decide; null when a judge must be asked. */
export function stateOf(record: RunRecord, metric: string, sources: JudgedSources): ScoreCell | null {
  const { judge, policies } = sources;
  if (judge?.definitions.some((definition) => definition.id === metric) === true) {
    return judge.stateOf === undefined
      ? ragasState(record, metric, policies, { judge: true })
      : judge.stateOf(record, metric, policies);
  }
  return isRagasMetric(metric) ? ragasState(record, metric, policies, { judge: false }) : NO_JUDGE;
}

/** The metrics of one sample that the judge must still be asked for. */
export function planTask(
  record: RunRecord,
  sampleId: string,
  inputs: string,
  sources: JudgedSources,
): JudgeTask | undefined {
  if (sources.judge === undefined) return undefined;
  const metrics = sources.judge.definitions
    .map((definition) => definition.id)
    .filter((metric) => sources.asked.has(metric))
    .filter((metric) => stateOf(record, metric, sources) === null)
    .filter(
      (metric) => sources.refresh || !isCurrent(sources.evidence.get(sampleId)?.get(metric), inputs, metric, sources),
    );
  return metrics.length === 0 ? undefined : { sample_id: sampleId, record, inputs_sha256: inputs, metrics };
}

function toCell(evidence: EvidenceRecord): ScoreCell {
  const { value, status, code, sd, repeats } = evidence;
  return {
    value,
    status,
    ...(code === null || status === 'ok' ? {} : { code }),
    ...(sd === null ? {} : { sd }),
    ...(repeats.length > 1 ? { repeats: repeats.length } : {}),
  };
}

const IMPORT_MISSING: ScoreCell = Object.freeze({ value: null, status: 'judge_error', code: 'import_missing' });
const REQUEST_FAILED: ScoreCell = Object.freeze({ value: null, status: 'skipped', code: 'request_failed' });

/** The score that came along; files of earlier versions name samples by their case alone. */
function importedScore(
  record: RunRecord,
  sampleId: string,
  metric: string,
  { imported }: JudgedSources,
): EvidenceRecord | undefined {
  const ids = [createSampleId(record, EVERY_FIELD), sampleId, record.query_id];
  return ids.map((id) => imported.get(id)?.get(metric)).find((evidence) => evidence !== undefined);
}

/** The cell of a metric of another tool: no population, rule or judge of ours decides about it. */
function foreignCell(record: RunRecord, imported: EvidenceRecord | undefined, inputs: string): ScoreCell {
  if (isUsable(imported, inputs)) return toCell(imported);
  return ['success', 'refused'].includes(record.final_status) ? IMPORT_MISSING : REQUEST_FAILED;
}

/**
 * The cell of a judged metric: what population and rules decide; else the judge's answer; else the imported score (an
 * imported value is kept whatever the population says); else why there is none.
 */
export function judgedCell(
  record: RunRecord,
  sampleId: string,
  inputs: string,
  metric: string,
  sources: JudgedSources,
): ScoreCell {
  const answer = sources.evidence.get(sampleId)?.get(metric);
  const imported = importedScore(record, sampleId, metric, sources);
  const definition = sources.definitions.find(({ id }) => id === metric);
  if (definition?.group === 'evaluator') return foreignCell(record, imported, inputs);
  const decided = stateOf(record, metric, sources);
  if (isUsable(imported, inputs) && imported.value !== null && !(isUsable(answer, inputs) && answer.value !== null))
    return toCell(imported);
  if (decided !== null && !(decided.status === 'skipped' && decided.code === 'no_judge')) return decided;
  if (isUsable(answer, inputs)) return toCell(answer);
  if (isUsable(imported, inputs)) return toCell(imported);
  if (sources.importedMetrics.has(metric)) return IMPORT_MISSING;
  if (sources.judge !== undefined && !sources.asked.has(metric))
    return { value: null, status: 'skipped', code: 'limit' };
  return decided ?? NO_JUDGE;
}

/** Fills the judged columns of a table row. */
export function fillJudged(table: ScoreTable, row: number, record: RunRecord, sources: JudgedSources): void {
  const { sample_id, inputs_sha256 } = table.sample(row);
  for (const { id } of sources.definitions)
    table.set(row, id, judgedCell(record, sample_id, inputs_sha256, id, sources));
}
