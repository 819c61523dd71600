import type * as z from 'zod';
import { isCanonicalEvidence } from './canonical/evidence.ts';
import { isCanonicalRunMeta } from './canonical/run-meta.ts';
import { isCanonicalRunRecord } from './canonical/run-record.ts';
import { isCanonicalScores } from './canonical/scores.ts';
import { type Case, CaseSchema, type Document, DocumentSchema } from './case.ts';
import { type EvaluationReport, EvaluationReportSchema } from './evaluation-report.ts';
import { type EvidenceRecord, EvidenceRecordSchema } from './metric-score.ts';
import { nearestName } from './nearest.ts';
import { describeValue, type Problem, ReportcardError } from './reportcard-error.ts';
import { type RunMeta, RunMetaSchema } from './run-meta.ts';
import { type RunRecord, RunRecordSchema } from './run-record.ts';
import { type ScoresFile, ScoresFileSchema, type ScoresHead, ScoresHeadSchema } from './scores.ts';
import { type DocumentKind, gateVersion, type Place } from './version-gate.ts';

/** Either the parsed value, or every problem found in it. */
export type Checked<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly Problem[] };

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const text = String(part);
      if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text)) return `[${JSON.stringify(text)}]`;
      return index === 0 ? text : `.${text}`;
    })
    .join('');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current: unknown = value;
  for (const part of path) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[part];
  }
  return current;
}

function toProblem(issue: z.core.$ZodIssue, input: unknown, place: Place): Problem {
  const got = valueAt(input, issue.path);
  const expected =
    issue.code === 'invalid_type' ? (issue.expected === 'object' ? 'an object' : issue.expected) : undefined;
  const missing = issue.code === 'invalid_type' && got === undefined;
  return {
    ...place,
    path: formatPath(issue.path),
    message: missing ? 'a required field is missing' : issue.message.replace(/^Invalid input: /, ''),
    expected,
    got: describeValue(got),
  };
}

function shapeKeys(schema: z.ZodType): readonly string[] {
  const shape: unknown = Reflect.get(schema, 'shape');
  return shape !== null && typeof shape === 'object' ? Object.keys(shape) : [];
}

/** Unknown fields whose name is close to a known one: almost surely a misspelling. */
export function findMisspelledFields(
  input: Readonly<Record<string, unknown>>,
  known: readonly string[],
  place: Place = {},
): Problem[] {
  const problems: Problem[] = [];
  for (const key of Object.keys(input)) {
    if (known.includes(key)) continue;
    const near = nearestName(key, known);
    if (near === undefined || Object.hasOwn(input, near)) continue;
    problems.push({
      ...place,
      path: formatPath([key]),
      message: `unknown field ${JSON.stringify(key)}`,
      hint: `did you mean ${JSON.stringify(near)}?`,
    });
  }
  return problems;
}

function checkDocument<T>(kind: DocumentKind, schema: z.ZodType<T>, input: unknown, place: Place): Checked<T> {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) {
    return {
      problems: [
        {
          ...place,
          message: `this is no ${kind.replace('_', ' ')}`,
          expected: 'a JSON object',
          got: describeValue(input),
        },
      ],
    };
  }
  let document: Readonly<Record<string, unknown>>;
  try {
    document = gateVersion(kind, input as Record<string, unknown>, place);
  } catch (error) {
    if (error instanceof ReportcardError) return { problems: error.problems };
    throw error;
  }
  const misspelled = findMisspelledFields(document, shapeKeys(schema), place);
  const result = schema.safeParse(document);
  if (result.success && misspelled.length === 0) return { value: result.data };
  const issues = result.success ? [] : result.error.issues.map((issue) => toProblem(issue, document, place));
  return { problems: [...misspelled, ...issues] };
}

function unwrap<T>(checked: Checked<T>): T {
  if (checked.problems !== undefined) throw ReportcardError.fromProblems('data', checked.problems);
  return checked.value;
}

/** Checks a line of `cases.jsonl`; lists every problem instead of throwing. */
export function checkCase(input: unknown, place: Place = {}): Checked<Case> {
  return checkDocument('case', CaseSchema, input, place);
}
/** Checks a line of `documents.jsonl`. */
export function checkDocumentLine(input: unknown, place: Place = {}): Checked<Document> {
  return checkDocument('document', DocumentSchema, input, place);
}
/** Checks a line of a run file. */
export function checkRunRecord(input: unknown, place: Place = {}): Checked<RunRecord> {
  return isCanonicalRunRecord(input) ? { value: input } : checkDocument('run', RunRecordSchema, input, place);
}
/** Checks a run's `.meta.json`. */
export function checkRunMeta(input: unknown, place: Place = {}): Checked<RunMeta> {
  return isCanonicalRunMeta(input) ? { value: input } : checkDocument('run_meta', RunMetaSchema, input, place);
}
/** Checks a whole `_scores.json`. */
export function checkScores(input: unknown, place: Place = {}): Checked<ScoresFile> {
  return isCanonicalScores(input) ? { value: input } : checkDocument('scores', ScoresFileSchema, input, place);
}
/** Checks the head of a `_scores.json` (everything but `per_sample`). */
export function checkScoresHead(input: unknown, place: Place = {}): Checked<ScoresHead> {
  return checkDocument('scores', ScoresHeadSchema, input, place);
}
/** Checks a line of `_evidence.jsonl`. */
export function checkEvidence(input: unknown, place: Place = {}): Checked<EvidenceRecord> {
  return isCanonicalEvidence(input) ? { value: input } : checkDocument('evidence', EvidenceRecordSchema, input, place);
}
/** Checks a Heta report; its version is the string "1". */
export function checkEvaluationReport(input: unknown, place: Place = {}): Checked<EvaluationReport> {
  const result = EvaluationReportSchema.safeParse(input);
  if (result.success) return { value: result.data };
  return { problems: result.error.issues.map((issue) => toProblem(issue, input, place)) };
}

/** Parses a line of `cases.jsonl`; throws a `data` error that lists every problem. */
export function parseCase(input: unknown, place: Place = {}): Case {
  return unwrap(checkCase(input, place));
}
/** Parses a line of `documents.jsonl`; throws a `data` error that lists every problem. */
export function parseDocument(input: unknown, place: Place = {}): Document {
  return unwrap(checkDocumentLine(input, place));
}
/** Parses a line of a run file; throws a `data` error that lists every problem. */
export function parseRunRecord(input: unknown, place: Place = {}): RunRecord {
  return unwrap(checkRunRecord(input, place));
}
/** Parses a run's `.meta.json`; throws a `data` error. */
export function parseRunMeta(input: unknown, place: Place = {}): RunMeta {
  return unwrap(checkRunMeta(input, place));
}
/** Parses a `_scores.json`; throws a `data` error. */
export function parseScores(input: unknown, place: Place = {}): ScoresFile {
  return unwrap(checkScores(input, place));
}
/** Parses a line of `_evidence.jsonl`; throws a `data` error. */
export function parseEvidence(input: unknown, place: Place = {}): EvidenceRecord {
  return unwrap(checkEvidence(input, place));
}
/** Parses a Heta report; throws a `data` error. */
export function parseEvaluationReport(input: unknown, place: Place = {}): EvaluationReport {
  return unwrap(checkEvaluationReport(input, place));
}
