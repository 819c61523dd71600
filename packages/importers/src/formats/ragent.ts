import { ReportcardError, readJsonLines } from '@reportcard/report-schema';
import { type ImportedSample, type ImportFile, type ImportResult, RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import { requireOneFile } from '../single-file.ts';
import { toRagentRecord } from './ragent-record.ts';
import { type RagentScores, readRagentScores } from './ragent-scores.ts';

async function* readSamples(
  run: ImportFile,
  scores: RagentScores | undefined,
  repairs: RepairLog,
): AsyncGenerator<ImportedSample> {
  const seen = new Map<string, number>();
  for await (const line of readJsonLines(run.open(), { file: run.name })) {
    const record = toRagentRecord(line, run.name, repairs);
    const earlier = seen.get(record.query_id);
    if (earlier !== undefined) {
      throw new ReportcardError({
        code: 'data',
        file: run.name,
        line: line.line,
        path: 'query_id',
        message: `the query_id ${JSON.stringify(record.query_id)} stands twice, first on line ${earlier}`,
        expected: 'each query_id once',
        hint: 'remove one of the two lines',
      });
    }
    seen.set(record.query_id, line.line);
    yield { record, ...(scores === undefined ? {} : { scores: scores.of(record.query_id) }) };
  }
  const unknown = scores === undefined ? [] : scores.queryIds.filter((id) => !seen.has(id));
  if (unknown.length > 0)
    repairs.add(
      'score_without_record',
      `scores without a record were left out, such as ${JSON.stringify(unknown[0])}`,
      unknown.length,
    );
}

/**
 * The record format of the report article's code line, one JSON object a line, and optionally its `_scores.json`, from
 * which the five RAGAS metrics are taken (own metrics are computed anew by `score`).
 * `results[i]` is context i with its document id; `retrieved_doc_ids` is kept as `response.metadata.ranking`.
 */
export async function importRagent(files: {
  readonly run: ImportFile;
  readonly scores?: ImportFile | undefined;
}): Promise<ImportResult> {
  const repairs = new RepairLog();
  const scores = files.scores === undefined ? undefined : await readRagentScores(files.scores, repairs);
  return {
    samples: readSamples(files.run, scores, repairs),
    scored_metrics: scores?.metrics ?? [],
    judge_model: scores?.judgeModel,
    embedder_model: scores?.embedderModel,
    profile: 'ragent',
    repairs: () => repairs.list(),
  };
}

/** The record format of the report article's code line; recognised by the fields only it has. */
export const ragentImporter: Importer = {
  format: 'ragent',
  title: "records of the report article's code line, with --scores its _scores.json",
  usage: 'ragent run.jsonl [--scores _scores.json]',
  sniff: ({ kind, columns }) =>
    kind === 'jsonl' &&
    ['query_id', 'final_status', 'reference_doc_ids'].every((name) => columns.includes(name)) &&
    !columns.includes('schema_version'),
  async open(input) {
    const run = requireOneFile(input, 'ragent', this.usage);
    return importRagent({ run, scores: input.named?.['scores'] });
  },
};
