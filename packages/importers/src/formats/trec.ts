import { parseRunRecord, type QueryResult, ReportcardError } from '@reportcard/report-schema';
import { type ImportedSample, type ImportFile, type ImportResult, RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import { readTextLines, type TextLine } from '../read/text-lines.ts';

/** One retrieved document. */
export interface RankedDocument {
  readonly id: string;
  readonly score: number;
}

function fail(file: string, line: number, message: string, expected: string, got: string, hint?: string): never {
  throw new ReportcardError({ code: 'data', file, line, message, expected, got, hint });
}

function splitColumns(line: TextLine, file: string, count: number, form: string): string[] {
  const columns = line.text.trim().split(/[ \t]+/);
  if (columns.length !== count)
    fail(file, line.line, `the line has ${columns.length} columns`, form, JSON.stringify(line.text.slice(0, 60)));
  return columns;
}

/** Judgements: for each query the documents judged at or above the level, in file order; judged queries without any stay. */
async function readQrels(file: ImportFile, level: number): Promise<Map<string, string[]>> {
  const relevant = new Map<string, string[]>();
  const seen = new Set<string>();
  for await (const line of readTextLines(file)) {
    const [query = '', , document = '', grade = ''] = splitColumns(line, file.name, 4, 'query 0 document relevance');
    if (!/^[+-]?\d+$/.test(grade))
      fail(file.name, line.line, 'the relevance is no whole number', 'a whole number', JSON.stringify(grade));
    const key = `${query}\u0000${document}`;
    if (seen.has(key))
      fail(
        file.name,
        line.line,
        `the document ${document} is judged twice for query ${query}`,
        'each document once a query',
        document,
      );
    seen.add(key);
    const documents = relevant.get(query) ?? [];
    if (Number(grade) >= level && Number(grade) > 0) documents.push(document);
    relevant.set(query, documents);
  }
  if (relevant.size === 0) fail(file.name, 1, 'the file holds no judgement', 'query 0 document relevance', 'nothing');
  return relevant;
}

/** A TREC run by query, in trec_eval's order. Throws `data` errors with the line. */
export async function readTrecRun(file: ImportFile): Promise<Map<string, RankedDocument[]>> {
  const rankings = new Map<string, Map<string, RankedDocument>>();
  for await (const line of readTextLines(file)) {
    const [query = '', , document = '', , score = ''] = splitColumns(
      line,
      file.name,
      6,
      'query Q0 document rank score tag',
    );
    if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(score)) {
      fail(
        file.name,
        line.line,
        'the score is no number',
        'a decimal number with a point',
        JSON.stringify(score),
        'trec_eval would read this as 0 or cut it off',
      );
    }
    const ranking = rankings.get(query) ?? new Map<string, RankedDocument>();
    if (ranking.has(document))
      fail(
        file.name,
        line.line,
        `the document ${document} is retrieved twice for query ${query}`,
        'each document once a query',
        document,
      );
    ranking.set(document, { id: document, score: Number(score) });
    rankings.set(query, ranking);
  }
  if (rankings.size === 0)
    fail(file.name, 1, 'the file holds no ranking', 'query Q0 document rank score tag', 'nothing');
  return new Map([...rankings].map(([query, ranking]) => [query, sortRanking([...ranking.values()])]));
}

/** Order of trec_eval: score descending, equal scores by document id descending in UTF-8 bytes; the rank column is ignored. */
function sortRanking(documents: RankedDocument[]): RankedDocument[] {
  return documents.sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id)));
}

function toSample(query: string, references: string[], ranking: readonly RankedDocument[]): ImportedSample {
  const results = ranking.map(
    (document): Pick<QueryResult, 'id' | 'score'> => ({ id: document.id, score: document.score }),
  );
  const record = parseRunRecord({
    query_id: query,
    user_input: '',
    reference_doc_ids: references,
    response: { results },
    not_recorded: ['result_texts', 'answer', 'intent', 'first_token', 'latency'],
    final_status: 'success',
  });
  return { record };
}

/** How TREC judgements are read. */
export interface TrecOptions {
  /** Smallest grade that counts as relevant; default 1. Grades below 1 never do. */
  readonly relevanceLevel?: number | undefined;
}

/**
 * A TREC run and its qrels. Ties, order and duplicates as trec_eval has them; a judged query that the run lacks comes in
 * with an empty ranking (as with `trec_eval -c`); a query of the run that nobody judged is left out and told.
 * Differs from trec_eval where that would damage numbers silently: a BOM is read, blank lines are passed over in both
 * files, and a score or grade that is no number is an error.
 */
export async function importTrec(
  files: { readonly qrels: ImportFile; readonly run: ImportFile },
  options: TrecOptions = {},
): Promise<ImportResult> {
  const repairs = new RepairLog();
  const qrels = await readQrels(files.qrels, options.relevanceLevel ?? 1);
  const run = await readTrecRun(files.run);
  const unjudged = [...run.keys()].filter((query) => !qrels.has(query));
  const missing = [...qrels.keys()].filter((query) => !run.has(query));
  repairs.add('unjudged_query', `queries without judgements were left out, such as ${unjudged[0]}`, unjudged.length);
  repairs.add(
    'query_missing_from_run',
    `judged queries that the run lacks count as empty rankings, such as ${missing[0]}`,
    missing.length,
  );
  async function* samples(): AsyncGenerator<ImportedSample> {
    for (const [query, references] of qrels) yield toSample(query, references, run.get(query) ?? []);
  }
  return { samples: samples(), scored_metrics: [], profile: 'trec', repairs: () => repairs.list() };
}

function requireNamed(file: ImportFile | undefined, flag: string): ImportFile {
  if (file !== undefined) return file;
  throw new ReportcardError({
    code: 'usage',
    message: `import trec needs --${flag} <file>`,
    hint: 'see reportcard import --help',
  });
}

/** A TREC run with its judgements, two files named by flags. */
export const trecImporter: Importer = {
  format: 'trec',
  title: 'a TREC run and its judgements',
  usage: 'trec --qrels F --run F',
  async open(input, options) {
    if (input.files.length > 0)
      throw new ReportcardError({
        code: 'usage',
        message: 'import trec takes its files by name',
        expected: `reportcard import ${this.usage}`,
      });
    const run = requireNamed(input.named?.['run'], 'run');
    const qrels = requireNamed(input.named?.['qrels'], 'qrels');
    return importTrec({ qrels, run }, { relevanceLevel: options.relevanceLevel });
  },
};
