import { createAnswerContains } from '@reportcard/metrics';
import { type CaseInput, ReportcardError } from '@reportcard/report-schema';
import type { Benchmark, BenchmarkDocument } from '@reportcard/runner';
import type { BenchmarkFormat } from './benchmark-format.ts';
import { inspectFile } from './file-facts.ts';
import { isFields, type JsonFields, readJsonFile, requireObjects, requireText, textsOf } from './json-file.ts';
import { readSourceBytes } from './source-file.ts';
import { type NeededFile, requireFile, type SourceFolder } from './source-folder.ts';

const QUESTIONS: NeededFile = {
  names: ['data/crud_split/split_merged.json', 'crud_split/split_merged.json', 'split_merged.json'],
  from: 'https://github.com/IAAR-Shanghai/CRUD_RAG (data/crud_split)',
  url: 'https://raw.githubusercontent.com/IAAR-Shanghai/CRUD_RAG/HEAD/data/crud_split/split_merged.json',
};
const NEWS = ['news1', 'news2', 'news3'];

function documentId(item: JsonFields, key: string, file: string, path: string): string {
  return `${requireText(item, 'ID', file, path)}/${key}`;
}

function toCase(item: JsonFields, index: number, split: string, file: string): CaseInput {
  const path = `${split}[${index}]`;
  const keys = NEWS.filter((key) => typeof item[key] === 'string' && item[key] !== '');
  const answers = textsOf(item['answers']);
  const ids = keys.map((key) => documentId(item, key, file, path));
  return {
    query_id: `${split}-${String(index).padStart(4, '0')}`,
    user_input: textsOf(item['questions']).join('\n'),
    reference: answers.length === 0 ? null : answers.join('\n'),
    reference_doc_ids: ids,
    intent_l2: split,
    requires_rag: true,
    metadata: { ID: item['ID'], event: item['event'] ?? null },
  };
}

/** News of the questions, each text once: an article may stand behind several questions. */
function toDocuments(items: readonly JsonFields[], split: string, file: string): Map<string, BenchmarkDocument> {
  const documents = new Map<string, BenchmarkDocument>();
  for (const [index, item] of items.entries())
    for (const key of NEWS) {
      const text = item[key];
      if (typeof text !== 'string' || text === '') continue;
      const id = documentId(item, key, file, `${split}[${index}]`);
      documents.set(id, { document_id: id, name: null, media_type: 'text/plain', text });
    }
  return documents;
}

/** The articles of `80000_docs`, one a line, without those the questions bring themselves. */
async function* readDistractors(folder: SourceFolder, known: ReadonlySet<string>): AsyncGenerator<BenchmarkDocument> {
  for (const root of ['data/80000_docs', '80000_docs'])
    for (const name of [...(await folder.list(root))].sort()) {
      const file = folder.file(name);
      if (file === undefined) continue;
      const lines = new TextDecoder().decode(await readSourceBytes(file)).split('\n');
      for (const [index, line] of lines.entries()) {
        const text = line.trim();
        if (text !== '' && !known.has(text))
          yield { document_id: `${name.split('/').at(-1)}/${index + 1}`, name: null, media_type: 'text/plain', text };
      }
    }
}

/** CRUD-RAG, its question answering over one, two or three news articles (Chinese). The knowledge base holds the articles of the questions, and with `distractors: true` the 80,000 others. Its tasks of writing, summarising and correcting are not questions and are left out. */
export const crudRagFormat: BenchmarkFormat = {
  format: 'crud-rag',
  title: 'CRUD-RAG: questions over Chinese news',
  splits: ['questanswer_1doc', 'questanswer_2docs', 'questanswer_3docs'],
  options: { distractors: 'true: put the articles of 80000_docs into the knowledge base too' },
  language: () => 'zh',
  files: () => [QUESTIONS],
  async open({ folder, split, options = {} }): Promise<Benchmark> {
    const file = await requireFile(folder, QUESTIONS);
    const document = await readJsonFile(file);
    if (!isFields(document) || !(split in document))
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        path: split,
        message: 'the file lacks this part',
        expected: 'an object with a list for each task',
        hint: 'use the published file',
      });
    const items = requireObjects(document[split], file.name, split);
    const news = toDocuments(items, split, file.name);
    async function* documents(): AsyncGenerator<BenchmarkDocument> {
      yield* news.values();
      if (options['distractors'] === true)
        yield* readDistractors(folder, new Set([...news.values()].map(({ text }) => (text ?? '').trim())));
    }
    return {
      manifest: {
        name: 'crud-rag',
        split,
        task_type: 'rag_qa',
        build_scope: 'corpus',
        homepage: 'https://github.com/IAAR-Shanghai/CRUD_RAG',
        metadata: { files: [await inspectFile(file, QUESTIONS)], distractors: options['distractors'] === true },
      },
      documents,
      cases: () => items.map((item, index) => toCase(item, index, split, file.name)),
      evaluators: () => [createAnswerContains()],
    };
  },
};
