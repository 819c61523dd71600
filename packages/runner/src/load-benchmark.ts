import { createHash } from 'node:crypto';
import { type Case, canonicalJson, type Problem, parseCase, ReportcardError, sha256 } from '@reportcard/report-schema';
import type {
  Benchmark,
  BenchmarkDocument,
  BenchmarkManifest,
  BenchmarkRunUnit,
  BenchmarkWorkspace,
  PreparedBenchmark,
} from './benchmark.ts';

/** A benchmark read completely: checked, in data-set order. */
export interface LoadedBenchmark {
  readonly manifest: BenchmarkManifest;
  readonly cases: readonly Case[];
  readonly documents: readonly BenchmarkDocument[];
  /** Empty when the benchmark declares no run units. */
  readonly units: readonly BenchmarkRunUnit[];
  readonly prepared: PreparedBenchmark;
  /** Hash of all cases with their defaults filled in, as JSON lines, in order. */
  readonly dataset_sha256: string;
  /** Hash of ids, names, media types and inline bodies of all documents. */
  readonly documents_sha256: string;
}

function hashCases(cases: readonly Case[]): string {
  const hash = createHash('sha256');
  for (const item of cases) hash.update(`${JSON.stringify(item)}\n`);
  return hash.digest('hex');
}

function hashDocuments(documents: readonly BenchmarkDocument[]): string {
  const hash = createHash('sha256');
  for (const { document_id, name, media_type, text, data } of documents) {
    const body = data === undefined ? null : sha256(data);
    hash.update(
      `${canonicalJson({ document_id, name: name ?? null, media_type: media_type ?? null, text: text ?? null, data: body })}\n`,
    );
  }
  return hash.digest('hex');
}

function findDuplicates(what: string, ids: readonly string[]): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const id of ids) {
    if (seen.has(id))
      problems.push({
        message: `the ${what} ${JSON.stringify(id)} occurs twice`,
        path: what,
        got: id,
        hint: 'ids must be unique within a benchmark',
      });
    seen.add(id);
  }
  return problems;
}

function findUnknown(
  unit: BenchmarkRunUnit,
  what: string,
  ids: readonly string[] | null | undefined,
  known: ReadonlySet<string>,
): Problem[] {
  return (ids ?? [])
    .filter((id) => !known.has(id))
    .map((id) => ({
      message: `run unit ${JSON.stringify(unit.unit_id)} names an unknown ${what}`,
      path: `run_units.${what}s`,
      got: id,
      hint: `give it the id of one of the benchmark's ${what === 'case_id' ? 'cases' : 'documents'}`,
    }));
}

async function collect<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Prepares and reads a benchmark. Throws one `data` error that lists every duplicate and unknown id; without cases it throws too. */
export async function loadBenchmark(benchmark: Benchmark, workspace: BenchmarkWorkspace): Promise<LoadedBenchmark> {
  const { manifest } = benchmark;
  const prepared = (await benchmark.prepare?.(workspace)) ?? {};
  const cases = (await collect(benchmark.cases(prepared))).map((item, index) =>
    parseCase(item, { file: manifest.name, line: index + 1 }),
  );
  const documents = await collect(benchmark.documents(prepared));
  const units = benchmark.run_units === undefined ? [] : await collect(benchmark.run_units(prepared));
  if (cases.length === 0) {
    throw new ReportcardError({
      code: 'data',
      file: manifest.name,
      message: 'the benchmark holds no cases',
      hint: 'check its path and split',
    });
  }
  if (benchmark.run_units !== undefined && units.length === 0) {
    throw new ReportcardError({
      code: 'data',
      file: manifest.name,
      message: 'the benchmark declares no run units',
      hint: 'leave run_units out for a single knowledge base',
    });
  }
  const caseIds = cases.map((item) => item.query_id);
  const documentIds = documents.map((item) => item.document_id);
  const problems = [
    ...findDuplicates('query_id', caseIds),
    ...findDuplicates('document_id', documentIds),
    ...findDuplicates(
      'unit_id',
      units.map((unit) => unit.unit_id),
    ),
    ...units.flatMap((unit) => [
      ...findUnknown(unit, 'case_id', unit.case_ids, new Set(caseIds)),
      ...findUnknown(unit, 'document_id', unit.document_ids, new Set(documentIds)),
    ]),
  ].map((problem) => ({ ...problem, file: manifest.name }));
  if (problems.length > 0) throw ReportcardError.fromProblems('data', problems);
  return {
    manifest,
    cases,
    documents,
    units,
    prepared,
    dataset_sha256: hashCases(cases),
    documents_sha256: hashDocuments(documents),
  };
}
