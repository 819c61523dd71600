import { createAnswerContains, createBeirMetric, createEvidenceRecallAtK } from '@reportcard/metrics';
import type { CaseInput } from '@reportcard/report-schema';
import type { Benchmark, BenchmarkDocument } from '@reportcard/runner';
import type { BenchmarkFormat } from './benchmark-format.ts';
import { inspectFile } from './file-facts.ts';
import { type JsonFields, readJsonFile, requireObjects, requireText } from './json-file.ts';
import { type NeededFile, requireFile } from './source-folder.ts';

const FROM =
  'https://github.com/yixuantt/MultiHop-RAG (dataset/, kept in git-lfs) or https://huggingface.co/datasets/yixuantt/MultiHopRAG';
const FILES = 'https://huggingface.co/datasets/yixuantt/MultiHopRAG/resolve/main';
const QUERIES: NeededFile = {
  names: ['dataset/MultiHopRAG.json', 'MultiHopRAG.json'],
  from: FROM,
  url: `${FILES}/MultiHopRAG.json`,
  sha256: '03cfb4926461f868684903aadc8024447bdda5bb3f6804741424cce338515bff',
};
const CORPUS: NeededFile = {
  names: ['dataset/corpus.json', 'corpus.json'],
  from: FROM,
  url: `${FILES}/corpus.json`,
};

function idOf(article: JsonFields, file: string, path: string): string {
  return requireText(
    article,
    typeof article['url'] === 'string' && article['url'] !== '' ? 'url' : 'title',
    file,
    path,
  );
}

function toDocument(article: JsonFields, index: number, file: string): BenchmarkDocument {
  const id = idOf(article, file, `[${index}]`);
  const { title, source, category, published_at, author } = article;
  const body = requireText(article, 'body', file, `[${index}]`);
  return {
    document_id: id,
    name: typeof title === 'string' ? title : null,
    media_type: 'text/plain',
    text: typeof title === 'string' && title !== '' ? `${title}\n${body}` : body,
    metadata: { source, category, published_at, author },
  };
}

function toCase(item: JsonFields, index: number, file: string): CaseInput {
  const path = `[${index}]`;
  const evidence = requireObjects(item['evidence_list'] ?? [], file, `${path}.evidence_list`);
  const type = typeof item['question_type'] === 'string' ? item['question_type'] : null;
  const answer = requireText(item, 'answer', file, path);
  const ids = evidence.map((piece, place) => idOf(piece, file, `${path}.evidence_list[${place}]`));
  const unanswerable = type === 'null_query';
  return {
    query_id: `multihop-${String(index).padStart(4, '0')}`,
    user_input: requireText(item, 'query', file, path),
    reference: answer,
    reference_answers: [answer],
    reference_doc_ids: [...new Set(ids)],
    evidence: evidence.map((piece, place) => ({
      reference_id: ids[place] ?? null,
      locator: { document_id: ids[place] ?? null },
      text: typeof piece['fact'] === 'string' ? piece['fact'] : null,
    })),
    intent_l2: type,
    requires_rag: true,
    should_refuse: unanswerable,
    metadata: { question_type: type },
  };
}

/** MultiHop-RAG: questions over a corpus of news whose answer needs two to four articles; one knowledge base. Articles are known by their address; `null_query` questions, which the corpus cannot answer, have to be refused. */
export const multiHopRagFormat: BenchmarkFormat = {
  format: 'multihop-rag',
  title: 'MultiHop-RAG: questions over several news articles',
  splits: ['all'],
  options: {},
  files: () => [QUERIES, CORPUS],
  async open({ folder }): Promise<Benchmark> {
    const queryFile = await requireFile(folder, QUERIES);
    const corpusFile = await requireFile(folder, CORPUS);
    const queries = requireObjects(await readJsonFile(queryFile), queryFile.name, '');
    const articles = requireObjects(await readJsonFile(corpusFile), corpusFile.name, '');
    const cases = queries.map((item, index) => toCase(item, index, queryFile.name));
    const documents = articles.map((item, index) => toDocument(item, index, corpusFile.name));
    const unique = new Map(documents.map((document) => [document.document_id, document] as const));
    return {
      manifest: {
        name: 'multihop-rag',
        split: 'all',
        task_type: 'rag_qa',
        build_scope: 'corpus',
        homepage: 'https://github.com/yixuantt/MultiHop-RAG',
        license: 'ODC-BY',
        metadata: { files: [await inspectFile(queryFile, QUERIES), await inspectFile(corpusFile, CORPUS)] },
      },
      documents: () => unique.values(),
      cases: () => cases,
      evaluators: () => [
        createEvidenceRecallAtK(4),
        createEvidenceRecallAtK(10),
        createBeirMetric('map', 10),
        createBeirMetric('mrr', 10),
        createAnswerContains(),
      ],
    };
  },
};
