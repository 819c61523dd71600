import {
  type Case,
  type Document,
  parseCase,
  parseDocument,
  ReportcardError,
  readJsonLines,
} from '@reportcard/report-schema';
import type { Benchmark, BenchmarkDocument } from '@reportcard/runner';
import { readSourceBytes, type SourceFile } from './source-file.ts';

/** The files of a benchmark in JSON Lines and what is known of it. */
export interface JsonlBenchmarkOptions {
  /** Name of the data set in reports. */
  readonly name: string;
  readonly version?: string | null | undefined;
  /** `cases.jsonl`, one case a line (DESIGN §4.0). */
  readonly cases: SourceFile;
  /** `documents.jsonl`, one document a line; left out for a system that has its documents already. */
  readonly documents?: SourceFile | undefined;
  /** Opens the file a document names by `path`, relative to the documents file. */
  readonly openPath?: ((path: string) => SourceFile) | undefined;
}

function doubled(file: string, line: number, field: string, id: string, earlier: number): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    line,
    path: field,
    message: `the ${field} ${JSON.stringify(id)} stands twice, first on line ${earlier}`,
    expected: `each ${field} once`,
    hint: 'rename or remove one of the two lines',
  });
}

/** Streams the cases of a file; throws `data` errors with file, line and field, also for a doubled `query_id`. */
export async function* readCases(file: SourceFile): AsyncGenerator<Case> {
  const seen = new Map<string, number>();
  for await (const { line, value } of readJsonLines(file.open(), { file: file.name })) {
    const parsed = parseCase(value, { file: file.name, line });
    const earlier = seen.get(parsed.query_id);
    if (earlier !== undefined) throw doubled(file.name, line, 'query_id', parsed.query_id, earlier);
    seen.set(parsed.query_id, line);
    yield parsed;
  }
}

/** Streams the documents of a file; throws `data` errors with file, line and field, also for a doubled `document_id`. */
export async function* readDocuments(file: SourceFile): AsyncGenerator<Document> {
  const seen = new Map<string, number>();
  for await (const { line, value } of readJsonLines(file.open(), { file: file.name })) {
    const parsed = parseDocument(value, { file: file.name, line });
    const earlier = seen.get(parsed.document_id);
    if (earlier !== undefined) throw doubled(file.name, line, 'document_id', parsed.document_id, earlier);
    seen.set(parsed.document_id, line);
    yield parsed;
  }
}

async function* toBenchmarkDocuments(options: JsonlBenchmarkOptions): AsyncGenerator<BenchmarkDocument> {
  if (options.documents === undefined) return;
  for await (const { path, ...document } of readDocuments(options.documents)) {
    if (path === null) {
      yield document;
      continue;
    }
    const { openPath } = options;
    if (openPath === undefined) {
      throw new ReportcardError({
        code: 'config',
        file: options.documents.name,
        message: `the document ${document.document_id} stands in a file of its own, which cannot be opened here`,
        path: 'path',
        got: path,
      });
    }
    yield { ...document, load: () => readSourceBytes(openPath(path)) };
  }
}

/** A benchmark out of the project's own data-set files: one run unit of all documents and all cases. */
export function createJsonlBenchmark(options: JsonlBenchmarkOptions): Benchmark {
  return {
    manifest: { name: options.name, version: options.version ?? null, task_type: 'rag_qa', build_scope: 'corpus' },
    documents: () => toBenchmarkDocuments(options),
    cases: () => readCases(options.cases),
  };
}
