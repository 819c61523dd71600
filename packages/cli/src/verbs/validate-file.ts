import {
  type Checked,
  checkCase,
  checkDocumentLine,
  checkEvaluationReport,
  checkEvidence,
  checkRunMeta,
  checkRunRecord,
  checkScores,
  createSampleId,
  EVERY_FIELD,
  type Place,
  type Problem,
  parseJson,
  ReportcardError,
} from '@reportcard/report-schema';
import { type ByteFile, readEveryLine } from './read-every-line.ts';

/** What a file was taken for, how many entries it has, and everything that is wrong with it. */
export interface FileCheck {
  readonly kind: string;
  readonly n: number;
  readonly problems: readonly Problem[];
}

interface LineKind {
  readonly kind: string;
  /** True when a first line of this kind can be told by its fields. */
  readonly matches: (line: Readonly<Record<string, unknown>>) => boolean;
  readonly check: (value: unknown, place: Place) => Checked<unknown>;
  /** What must be unique in the file; null where nothing must. */
  readonly id: ((line: Readonly<Record<string, unknown>>) => string) | null;
}

const text = (value: unknown): string => String(value ?? '');

/** Kinds of JSON Lines files, the most telling first. */
const LINE_KINDS: readonly LineKind[] = [
  { kind: 'evidence', matches: (line) => 'metric' in line && 'fingerprint' in line, check: checkEvidence, id: null },
  {
    kind: 'documents',
    matches: (line) => 'document_id' in line,
    check: checkDocumentLine,
    id: (line) => text(line['document_id']),
  },
  {
    kind: 'run',
    matches: (line) => 'final_status' in line || 'response' in line,
    check: checkRunRecord,
    id: (line) =>
      createSampleId(
        {
          query_id: text(line['query_id']),
          query_mode: text(line['query_mode'] ?? 'default'),
          unit_id: line['unit_id'] == null ? null : text(line['unit_id']),
          pass: Number(line['pass'] ?? 0),
        },
        EVERY_FIELD,
      ),
  },
  { kind: 'cases', matches: () => true, check: checkCase, id: (line) => text(line['query_id']) },
];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

async function checkLines(file: ByteFile): Promise<FileCheck> {
  const problems: Problem[] = [];
  const seen = new Map<string, number>();
  let kind: LineKind | undefined;
  let n = 0;
  for await (const line of readEveryLine(file)) {
    n++;
    if (line.problem !== undefined) {
      problems.push(line.problem);
      continue;
    }
    const { value } = line;
    const place = { file: file.name, line: line.line };
    kind ??=
      LINE_KINDS.find((candidate) => isObject(value) && candidate.matches(value)) ?? LINE_KINDS[LINE_KINDS.length - 1];
    problems.push(...(kind?.check(value, place).problems ?? []));
    if (!isObject(value) || kind?.id == null) continue;
    const id = kind.id(value);
    const earlier = seen.get(id);
    if (id !== '' && earlier !== undefined)
      problems.push({
        ...place,
        message: `the id ${JSON.stringify(id)} stands twice, first on line ${earlier}`,
        hint: 'rename or remove one of the two lines',
      });
    else seen.set(id, line.line);
  }
  return { kind: kind?.kind ?? 'JSON Lines', n, problems };
}

function checkJsonValue(value: unknown, name: string): FileCheck {
  const place = { file: name };
  if (isObject(value) && 'case_results' in value)
    return { kind: 'Heta report', n: 1, problems: checkEvaluationReport(value, place).problems ?? [] };
  if (isObject(value) && 'per_sample' in value)
    return {
      kind: 'scores',
      n: Object.keys(Object(value['per_sample'])).length,
      problems: checkScores(value, place).problems ?? [],
    };
  if (isObject(value) && 'run_id' in value)
    return { kind: 'run meta', n: 1, problems: checkRunMeta(value, place).problems ?? [] };
  return {
    kind: 'JSON',
    n: 1,
    problems: [
      {
        file: name,
        message: 'this is no file of Reportcard',
        expected: 'a data set, a run, its meta file, _scores.json or a Heta report',
        hint: "other tools' files: reportcard import --help",
      },
    ],
  };
}

async function checkDocumentFile(file: ByteFile): Promise<FileCheck> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  try {
    return checkJsonValue(parseJson(Buffer.concat(chunks).toString('utf8'), { file: file.name }), file.name);
  } catch (error) {
    if (error instanceof ReportcardError) return { kind: 'JSON', n: 0, problems: error.problems };
    throw error;
  }
}

/** Checks one file of the project's own formats and lists all its problems. */
export async function checkFile(file: ByteFile): Promise<FileCheck> {
  return file.name.endsWith('.json') ? checkDocumentFile(file) : checkLines(file);
}
