import { parseRunRecord, ReportcardError } from '@reportcard/report-schema';
import { type ImportedSample, type ImportFile, type ImportFolder, type ImportResult, RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import { openSource } from '../read/open-source.ts';
import { isObject } from '../values/is-object.ts';
import { readBeirQrels, readBeirTexts, requireBeirFile } from './beir-files.ts';
import { readTrecRun } from './trec.ts';

interface Ranked {
  readonly id: string;
  readonly score: number;
}

/** A ranking as BEIR's retrievers keep it: `{ query: { document: score } }`. */
async function readJsonRun(file: ImportFile): Promise<Map<string, Ranked[]>> {
  const source = await openSource(file);
  const run = new Map<string, Ranked[]>();
  for await (const { cells } of source.rows(new RepairLog()))
    for (const [query, scores] of Object.entries(cells)) {
      if (!isObject(scores))
        throw new ReportcardError({
          code: 'data',
          file: file.name,
          path: query,
          message: 'this is no ranking',
          expected: '{ query: { document: score } }',
        });
      const ranking = Object.entries(scores).map(([id, score]) => ({ id, score: Number(score) }));
      if (ranking.some(({ score }) => !Number.isFinite(score)))
        throw new ReportcardError({
          code: 'data',
          file: file.name,
          path: query,
          message: 'a score is no number',
          expected: 'numbers',
        });
      ranking.sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id)));
      run.set(query, ranking);
    }
  return run;
}

async function readRun(file: ImportFile): Promise<Map<string, readonly Ranked[]>> {
  for await (const chunk of file.open()) {
    const start = Buffer.from(chunk.subarray(0, 64))
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart();
    return start.startsWith('{') ? readJsonRun(file) : readTrecRun(file);
  }
  throw new ReportcardError({
    code: 'data',
    file: file.name,
    message: 'the file is empty',
    hint: 'check that it was written completely',
  });
}

interface BeirParts {
  readonly qrels: Map<string, Map<string, number>>;
  readonly queries: Map<string, string>;
  readonly run: Map<string, readonly Ranked[]>;
  readonly texts: Map<string, string>;
  readonly level: number;
  readonly hasTexts: boolean;
}

function toSample(query: string, parts: BeirParts): ImportedSample {
  const ranking = parts.run.get(query) ?? [];
  const relevant = [...(parts.qrels.get(query) ?? [])]
    .filter(([, grade]) => grade >= parts.level && grade > 0)
    .map(([id]) => id);
  const record = parseRunRecord({
    query_id: query,
    user_input: parts.queries.get(query) ?? '',
    reference_doc_ids: relevant,
    response: {
      results: ranking.map(({ id, score }) => ({
        id,
        score,
        text: parts.texts.get(id) ?? null,
        source: { document_id: id },
      })),
    },
    not_recorded: [
      ...(parts.hasTexts ? [] : (['result_texts'] as const)),
      'answer',
      'intent',
      'first_token',
      'latency',
    ],
    final_status: 'success',
  });
  return { record };
}

/**
 * A BEIR folder with a ranking over it: each judged query of the split becomes a sample, with texts from `queries.jsonl`
 * and, where it is there, `corpus.jsonl`. Ties as trec_eval breaks them; a judged query that the ranking lacks counts as
 * empty; unjudged ones are left out and told.
 */
export async function importBeir(
  folder: ImportFolder,
  runFile: ImportFile,
  options: { readonly split?: string | undefined; readonly relevanceLevel?: number | undefined } = {},
): Promise<ImportResult> {
  const split = options.split ?? 'test';
  if (!/^[\w.-]+$/.test(split) || split.includes('..'))
    throw new ReportcardError({
      code: 'usage',
      message: `the split ${JSON.stringify(split)} is no name of a file`,
      expected: 'a name such as test or dev',
    });
  const repairs = new RepairLog();
  const qrels = await readBeirQrels(requireBeirFile(folder, `qrels/${split}.tsv`));
  const queries = await readBeirTexts(requireBeirFile(folder, 'queries.jsonl'), new Set(qrels.keys()));
  const run = await readRun(runFile);
  const wanted = new Set([...run].flatMap(([query, ranking]) => (qrels.has(query) ? ranking.map(({ id }) => id) : [])));
  const corpus = folder.file('corpus.jsonl');
  const texts = corpus === undefined ? new Map<string, string>() : await readBeirTexts(corpus, wanted);
  const unjudged = [...run.keys()].filter((query) => !qrels.has(query));
  const missing = [...qrels.keys()].filter((query) => !run.has(query));
  repairs.add('unjudged_query', `queries without judgements were left out, such as ${unjudged[0]}`, unjudged.length);
  repairs.add(
    'query_missing_from_run',
    `judged queries that the ranking lacks count as empty rankings, such as ${missing[0]}`,
    missing.length,
  );
  const unknown = corpus === undefined ? 0 : [...wanted].filter((id) => !texts.has(id)).length;
  repairs.add('document_not_in_corpus', 'retrieved documents are not in corpus.jsonl and have no text', unknown);
  const parts = { qrels, queries, run, texts, level: options.relevanceLevel ?? 1, hasTexts: corpus !== undefined };
  async function* samples(): AsyncGenerator<ImportedSample> {
    for (const query of qrels.keys()) yield toSample(query, parts);
  }
  return { samples: samples(), scored_metrics: [], profile: 'trec', repairs: () => repairs.list() };
}

export const beirImporter: Importer = {
  format: 'beir',
  title: 'a BEIR folder with a ranking over it (TREC run or JSON)',
  usage: 'beir FOLDER --run ranking.json [--split test]',
  async open(input, options) {
    const run = input.named?.['run'];
    if (input.folder === undefined || run === undefined)
      throw new ReportcardError({
        code: 'usage',
        message: 'import beir needs a folder and --run <file>',
        expected: `reportcard import ${this.usage}`,
      });
    return importBeir(input.folder, run, options);
  },
};
