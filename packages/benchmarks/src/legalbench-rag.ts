import { type CaseInput, ReportcardError } from '@reportcard/report-schema';
import type { Benchmark, BenchmarkDocument } from '@reportcard/runner';
import type { BenchmarkFormat } from './benchmark-format.ts';
import { inspectFile } from './file-facts.ts';
import { isFields, type JsonFields, readJsonFile, requireObjects, requireText } from './json-file.ts';
import { createLocatedSpanMetric } from './legalbench-evaluators.ts';
import { createSpanLocator } from './locate-span.ts';
import { readSourceBytes } from './source-file.ts';
import { type NeededFile, requireFile, type SourceFolder } from './source-folder.ts';

const PARTS = ['privacy_qa', 'contractnli', 'maud', 'cuad'] as const;
const FROM = 'the archive linked in https://github.com/zeroentropy-ai/legalbenchrag (data/benchmarks and data/corpus)';
const KS = [1, 5, 10];

function testsFile(part: string): NeededFile {
  return { names: [`benchmarks/${part}.json`, `data/benchmarks/${part}.json`, `${part}.json`], from: FROM };
}

interface Snippet {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

function toSnippet(fields: JsonFields, file: string, path: string): Snippet {
  const span = fields['span'];
  const [start, end] = Array.isArray(span) ? (span as unknown[]) : [];
  if (
    typeof start === 'number' &&
    typeof end === 'number' &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    start >= 0 &&
    start < end
  )
    return { file: requireText(fields, 'file_path', file, path), start, end };
  throw new ReportcardError({
    code: 'data',
    file,
    path: `${path}.span`,
    message: 'this is no span',
    expected: '[start, end] with 0 ≤ start < end',
    got: JSON.stringify(span) ?? 'nothing',
    hint: 'use the published file',
  });
}

/** The characters of a span; spans count code points, as the benchmark's own code does. */
function cut(text: string, { start, end }: Snippet): string {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).slice(start, end).join('') : text.slice(start, end);
}

function toCase(
  test: JsonFields,
  index: number,
  part: string,
  file: string,
  textOf: (id: string) => string | undefined,
): CaseInput {
  const path = `tests[${index}]`;
  const snippets = requireObjects(test['snippets'], file, `${path}.snippets`).map((item, place) =>
    toSnippet(item, file, `${path}.snippets[${place}]`),
  );
  const id = test['query_id'];
  return {
    query_id: typeof id === 'string' && id !== '' ? id : `${part}-${String(index).padStart(4, '0')}`,
    user_input: requireText(test, 'query', file, path),
    reference_doc_ids: [...new Set(snippets.map((snippet) => snippet.file))],
    evidence: snippets.map((snippet) => {
      const text = textOf(snippet.file);
      return {
        locator: { document_id: snippet.file },
        text: text === undefined ? null : cut(text, snippet),
        metadata: { file_path: snippet.file, span: [snippet.start, snippet.end] },
      };
    }),
    intent_l2: part,
    requires_rag: true,
  };
}

async function loadCorpus(folder: SourceFolder, parts: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const root of ['corpus', 'data/corpus'])
    for (const part of parts)
      for (const name of await folder.list(`${root}/${part}`)) {
        const file = folder.file(name);
        if (file === undefined || !name.endsWith('.txt')) continue;
        texts.set(name.slice(root.length + 1), new TextDecoder().decode(await readSourceBytes(file)));
      }
  return texts;
}

function requireDocuments(cases: readonly CaseInput[], texts: ReadonlyMap<string, string>, folder: string): void {
  const missing = [...new Set(cases.flatMap((item) => item.reference_doc_ids ?? []))].filter((id) => !texts.has(id));
  if (missing.length === 0) return;
  throw new ReportcardError({
    code: 'data',
    file: folder,
    message: `${missing.length} documents are missing, such as ${missing.slice(0, 3).join(', ')}`,
    expected: `corpus/${missing[0]}`,
    hint: `get them from ${FROM}`,
  });
}

/** LegalBench-RAG: which characters of which contract or policy answer a query. Evidence is spans; what a system returns without a span is found in its document by its text. Splits: one of the four parts, or all that are there. */
export const legalBenchRagFormat: BenchmarkFormat = {
  format: 'legalbench-rag',
  title: 'LegalBench-RAG: character spans of legal documents',
  splits: ['all', ...PARTS],
  options: {},
  files: (split) => (split === 'all' ? PARTS : [split]).map(testsFile),
  async open({ folder, split }): Promise<Benchmark> {
    const present = PARTS.filter((part) => testsFile(part).names.some((name) => folder.file(name) !== undefined));
    const parts: readonly string[] =
      split === 'all' && present.length > 0 ? present : split === 'all' ? PARTS : [split];
    const texts = await loadCorpus(folder, parts);
    const cases: CaseInput[] = [];
    const files = [];
    for (const part of parts) {
      const file = await requireFile(folder, testsFile(part));
      const document = await readJsonFile(file);
      const tests = requireObjects(isFields(document) ? document['tests'] : document, file.name, 'tests');
      cases.push(...tests.map((test, index) => toCase(test, index, part, file.name, (id) => texts.get(id))));
      files.push(await inspectFile(file, testsFile(part)));
    }
    requireDocuments(cases, texts, folder.name);
    const locator = createSpanLocator((id) => texts.get(id));
    const documents = (): BenchmarkDocument[] =>
      [...texts].map(([id, text]) => ({
        document_id: id,
        name: id.split('/').at(-1) ?? id,
        media_type: 'text/plain',
        text,
      }));
    return {
      manifest: {
        name: 'legalbench-rag',
        split,
        task_type: 'retrieval',
        build_scope: 'corpus',
        homepage: 'https://github.com/zeroentropy-ai/legalbenchrag',
        license: 'MIT',
        metadata: { files },
      },
      documents,
      cases: () => cases,
      evaluators: () =>
        KS.flatMap((k) => [
          createLocatedSpanMetric('precision', k, locator),
          createLocatedSpanMetric('recall', k, locator),
        ]),
    };
  },
};
