import { type BeirMeasure, createBeirMetric } from '@reportcard/metrics';
import { type CaseInput, ReportcardError, readJsonLines } from '@reportcard/report-schema';
import type { Benchmark, BenchmarkDocument } from '@reportcard/runner';
import type { BenchmarkFormat } from './benchmark-format.ts';
import { inspectFile } from './file-facts.ts';
import { isFields } from './json-file.ts';
import type { SourceFile } from './source-file.ts';
import { type NeededFile, requireFile } from './source-folder.ts';
import { readTableRows } from './table-rows.ts';

const FROM = 'https://github.com/beir-cellar/beir (zip files of the data sets)';
const CORPUS: NeededFile = { names: ['corpus.jsonl'], from: FROM };
const QUERIES: NeededFile = { names: ['queries.jsonl'], from: FROM };
const qrelsOf = (split: string): NeededFile => ({ names: [`qrels/${split}.tsv`], from: FROM });

const MEASURES: readonly (readonly [BeirMeasure, number])[] = [
  ['ndcg', 10],
  ['map', 10],
  ['recall', 10],
  ['precision', 10],
  ['mrr', 10],
];

interface BeirLine {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly metadata: unknown;
}

async function* readBeirLines(file: SourceFile): AsyncGenerator<BeirLine> {
  const seen = new Set<string>();
  for await (const { line, value } of readJsonLines(file.open(), { file: file.name })) {
    const id = isFields(value) ? (value['_id'] ?? value['id']) : undefined;
    if (!isFields(value) || (typeof id !== 'string' && typeof id !== 'number') || seen.has(String(id)))
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        line,
        path: '_id',
        message: id === undefined ? 'the line has no _id' : 'the _id stands twice',
        expected: '{ "_id": …, "text": … }, each _id once',
        got: String(id),
      });
    seen.add(String(id));
    const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '');
    yield { id: String(id), title: text('title'), text: text('text'), metadata: value['metadata'] };
  }
}

/** Grades by query and document, without a prototype: ids are free text. */
async function readQrels(file: SourceFile): Promise<Map<string, Map<string, number>>> {
  const qrels = new Map<string, Map<string, number>>();
  for await (const { line, cells } of readTableRows(file, {
    delimiter: '\t',
    columns: ['query-id', 'corpus-id', 'score'],
  })) {
    const query = cells.get('query-id') ?? '';
    const document = cells.get('corpus-id') ?? '';
    const grade = Number(cells.get('score'));
    const grades = qrels.get(query) ?? new Map<string, number>();
    if (!Number.isInteger(grade) || grades.has(document))
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        line,
        message: grades.has(document) ? 'the document is judged twice for this query' : 'the score is no whole number',
        expected: 'query-id, corpus-id and a whole score, each pair once',
      });
    grades.set(document, grade);
    qrels.set(query, grades);
  }
  return qrels;
}

async function* toCases(queries: SourceFile, qrels: Map<string, Map<string, number>>): AsyncGenerator<CaseInput> {
  for await (const { id, text, metadata } of readBeirLines(queries)) {
    const grades = qrels.get(id);
    if (grades === undefined) continue;
    const relevant = [...grades].filter(([, grade]) => grade > 0);
    yield {
      query_id: id,
      user_input: text,
      reference_doc_ids: relevant.map(([document]) => document),
      metadata: { qrels: Object.fromEntries(relevant), ...(isFields(metadata) ? { beir: metadata } : {}) },
    };
  }
}

async function* toDocuments(corpus: SourceFile): AsyncGenerator<BenchmarkDocument> {
  for await (const { id, title, text } of readBeirLines(corpus))
    yield {
      document_id: id,
      name: title === '' ? null : title,
      text: title === '' ? text : `${title}\n${text}`,
      media_type: 'text/plain',
    };
}

/** Any data set in the folder form of BEIR: `corpus.jsonl`, `queries.jsonl`, `qrels/<split>.tsv`; one knowledge base of the whole corpus. Only judged queries are asked. */
export const beirFormat: BenchmarkFormat = {
  format: 'beir',
  title: 'BEIR folders: corpus.jsonl, queries.jsonl, qrels/',
  splits: [],
  options: {},
  files: (split) => [CORPUS, QUERIES, qrelsOf(split === '' ? 'test' : split)],
  async open({ folder, split }): Promise<Benchmark> {
    const part = split === '' ? 'test' : split;
    const corpus = await requireFile(folder, CORPUS);
    const queries = await requireFile(folder, QUERIES);
    const judgements = await requireFile(folder, qrelsOf(part));
    const qrels = await readQrels(judgements);
    return {
      manifest: {
        name:
          folder.name
            .split(/[\\/]/)
            .filter((name) => name !== '')
            .at(-1) ?? 'beir',
        split: part,
        task_type: 'retrieval',
        build_scope: 'corpus',
        homepage: 'https://github.com/beir-cellar/beir',
        metadata: { files: [await inspectFile(judgements, qrelsOf(part))], n_judged_queries: qrels.size },
      },
      documents: () => toDocuments(corpus),
      cases: () => toCases(queries, qrels),
      evaluators: () => MEASURES.map(([measure, k]) => createBeirMetric(measure, k)),
    };
  },
};
