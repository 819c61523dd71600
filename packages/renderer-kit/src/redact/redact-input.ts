import {
  createRecord,
  type EvaluationReport,
  type EvidenceIndex,
  type RunRecordIndex,
  type ScoresFile,
  type SheetRow,
  type SheetState,
} from '@reportcard/report-schema';
import type { RenderInput } from '../render-input.ts';
import { redactEvidence, redactFailure, redactRecord, redactResponse } from './redact-record.ts';
import { redactJson, redactNullable, redactText } from './redact-text.ts';

function redactRecords(records: RunRecordIndex): RunRecordIndex {
  return {
    path: records.path,
    line: (sampleId) => records.line(sampleId),
    get(sampleId) {
      const record = records.get(sampleId);
      return record === undefined ? undefined : redactRecord(record);
    },
  };
}

function redactEvidenceIndex(evidence: EvidenceIndex): EvidenceIndex {
  return { get: (sampleId) => evidence.get(sampleId).map(redactEvidence) };
}

function redactScores(scores: ScoresFile): ScoresFile {
  const overrides = scores.meta.overrides.map((override) => ({ ...override, reason: redactNullable(override.reason) }));
  return { ...scores, meta: { ...scores.meta, overrides } };
}

/** Columns of a sheet that hold ids, labels, numbers or the reviewer; everything else is text of a customer or a note. */
const PLAIN_COLUMN =
  /^(?:(?:query|sample|unit)_id|query_mode|pass|intent_l[12]|difficulty|requires_rag|should_refuse|final_status|manual_reviewer|.*_manual2?|.*_pi|\w*sha256)$/;

function isNumber(text: string): boolean {
  return /^[-+]?\d*[.,]?\d+(?:[eE][-+]?\d+)?\s*%?$/.test(text.trim());
}

function redactRow(row: SheetRow): SheetRow {
  const cells = Object.entries(row.cells).map(([column, text]): [string, string] => {
    const plain = text.trim() === '' || PLAIN_COLUMN.test(column) || isNumber(text);
    return [column, plain ? text : redactText(text)];
  });
  return { ...row, cells: createRecord(cells) };
}

function redactSheet(sheet: SheetState): SheetState {
  return { ...sheet, rows: sheet.rows.map(redactRow) };
}

function redactReport(report: EvaluationReport): EvaluationReport {
  return {
    ...report,
    case_results: report.case_results.map((result) => ({
      ...result,
      query: redactText(result.query),
      scores: result.scores.map((score) => ({
        ...score,
        metadata: createRecord(Object.entries(score.metadata).map(([key, value]) => [key, redactJson(value, key)])),
      })),
      response: result.response === null ? null : redactResponse(result.response),
      error:
        typeof result.error === 'string' || result.error === null
          ? redactNullable(result.error)
          : { ...result.error, message: redactText(result.error.message), metadata: createRecord() },
      metadata: createRecord(Object.entries(result.metadata).map(([key, value]) => [key, redactJson(value, key)])),
    })),
  };
}

/**
 * The same input with every customer text (question, answer, reference, contexts, judge's whys, notes) replaced by its
 * length; ids, labels, numbers and manual scores stay. Any renderer can be given the result. The input is not changed.
 */
export function redactInput(input: RenderInput): RenderInput {
  const { records, evidence, sheet, report } = input;
  return {
    ...input,
    scores: redactScores(input.scores),
    failures: input.failures.map(redactFailure),
    ...(records === undefined ? {} : { records: redactRecords(records) }),
    ...(evidence === undefined ? {} : { evidence: redactEvidenceIndex(evidence) }),
    ...(sheet === undefined ? {} : { sheet: redactSheet(sheet) }),
    ...(report === undefined ? {} : { report: redactReport(report) }),
  };
}
