import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatJsonLine, ReportcardError, RunRecordSchema, ScoreStateSchema } from '@reportcard/report-schema';
import fc from 'fast-check';
import { findImporter, type ImportFile, type ImportInput, type ImportResult, importAuto } from '../src/index.ts';
import { corrupt, faults } from './corrupt-file.ts';
import { memoryFile } from './import-fixture.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures');

/** What is corrupted for a format: files, of which one is hit, and how they are handed over. */
interface FuzzTarget {
  readonly format: string;
  readonly files: readonly string[];
  input(files: readonly ImportFile[]): ImportInput;
}

const one = (format: string, ...names: readonly string[]): FuzzTarget[] =>
  names.map((name) => ({ format, files: [`importers/${name}`], input: (files) => ({ files }) }));

/** One or more files a format. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  ...one(
    'ragas',
    'ragas_88_of_100_missing.json',
    'ragas01_blank_context.csv',
    'words_as_scores.csv',
    'columns_frame.json',
  ),
  ...one('table', 'faq_only.csv', 'windows1252.csv', 'gb18030_medical.csv', 'average_row.csv', 'slice_keys.jsonl'),
  ...one('deepeval', 'deepeval_test_run.json'),
  ...one('promptfoo', 'promptfoo_v3.json', 'promptfoo_v4_two_providers.json'),
  ...one('langsmith', 'langsmith.csv', 'langsmith_json_cells.csv'),
  ...one('langfuse', 'langfuse_traces.csv', 'langfuse_scores.csv'),
  ...one('phoenix', 'phoenix_experiment.json', 'phoenix_experiment.csv'),
  ...one('inspect', 'inspect_log.json'),
  ...one('heta', 'heta_report.json'),
  ...one('ragas-annotations', 'ragas_annotations.json'),
  ...one('records', 'records.jsonl'),
  ...one('own-table', 'own_table.csv', 'own_table.parquet'),
  ...one('xlsx', 'ragas.xlsx'),
  {
    format: 'ragent',
    files: ['importers/ragent_run.jsonl', 'importers/ragent_scores.json'],
    input: ([run, scores]) => ({ files: run === undefined ? [] : [run], named: { scores } }),
  },
  {
    format: 'trec',
    files: ['importers/trec.qrels', 'importers/trec.run'],
    input: ([qrels, run]) => ({ files: [], named: { qrels, run } }),
  },
  {
    format: 'beir',
    files: [
      'benchmarks/beir-mini/queries.jsonl',
      'benchmarks/beir-mini/qrels/test.tsv',
      'benchmarks/beir-mini/corpus.jsonl',
      'importers/beir_run.json',
    ],
    input: ([queries, qrels, corpus, run]) => ({
      files: [],
      named: { run },
      folder: {
        name: 'beir-mini',
        file: (name) => ({ 'queries.jsonl': queries, 'qrels/test.tsv': qrels, 'corpus.jsonl': corpus })[name],
      },
    }),
  },
];

const PROTOTYPE_KEYS = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));

function requireClean(): void {
  const now = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
  if (now !== PROTOTYPE_KEYS) throw new Error(`the prototype of objects was changed: ${now}`);
}

/** Reads an import to its end and checks all that must hold for whatever came in. */
async function consume(open: () => Promise<ImportResult>): Promise<void> {
  try {
    const result = await open();
    const ids = new Set<string>();
    for await (const { record, scores } of result.samples) {
      RunRecordSchema.parse(JSON.parse(formatJsonLine(record)));
      const key = JSON.stringify([record.query_id, record.query_mode, record.unit_id, record.pass]);
      if (ids.has(key)) throw new Error(`the sample ${key} came twice`);
      ids.add(key);
      for (const [metric, state] of Object.entries(scores ?? {})) {
        ScoreStateSchema.parse(state);
        if (!result.scored_metrics.includes(metric)) throw new Error(`the metric ${metric} was not announced`);
      }
    }
    for (const repair of result.repairs())
      if (repair.count < 1 || repair.message === '') throw new Error(`empty repair ${repair.code}`);
  } catch (error) {
    if (!(error instanceof ReportcardError) || (error.code !== 'data' && error.code !== 'usage')) throw error;
    if (error.message === '') throw new Error('an error without a message', { cause: error });
  } finally {
    requireClean();
  }
}

/** Corrupts the files of a target `runs` times; what comes of it must be samples or one clear error. */
export async function fuzzTarget(target: FuzzTarget, runs: number, seed: number): Promise<void> {
  const bytes = target.files.map((name) => readFileSync(path.join(FIXTURES, name)));
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: bytes.length - 1 }),
      faults,
      fc.constantFrom(61, 1021, 65_536, 65_536),
      async (hit, steps, piece) => {
        const files = bytes.map((body, index) =>
          memoryFile(path.basename(target.files[index] ?? ''), index === hit ? corrupt(body, steps) : body, piece),
        );
        await consume(() =>
          findImporter(target.format).open(target.input(files), {
            columns: target.format === 'table' ? { response: 'answer' } : {},
          }),
        );
        const [file] = files;
        if (file !== undefined && files.length === 1) await consume(() => importAuto(file));
      },
    ),
    { numRuns: runs, seed },
  );
}
