import { columnMapping } from './column-mapping.ts';
import { list, oneOf, wholeNumber } from './option-parsers.ts';
import type { Verb } from './verb.ts';
import { DRY_RUN, GATE_OPTIONS, LANG, QUEUE, REPORT_OPTIONS, RUN_OPTIONS, SCORE_OPTIONS } from './verb-options.ts';

/** All verbs, in the order of `--help`. */
export const VERBS: readonly Verb[] = [
  {
    name: 'init',
    args: '',
    description: 'write a commented configuration and a ten-case data set that runs at once',
    options: [LANG],
    example: 'reportcard init && reportcard all',
    load: () => import('./verbs/init.ts'),
  },
  {
    name: 'demo',
    args: '',
    description: 'record, score and report the embedded shop assistant: no key, no network, no server',
    options: [LANG],
    example: 'reportcard demo --dir reportcard-demo',
    load: () => import('./verbs/demo.ts'),
  },
  {
    name: 'validate',
    args: '[file...]',
    description: 'check a data set, configuration, run or scores file; lists every problem',
    options: [],
    example: 'reportcard validate cases.jsonl reportcard.config.ts',
    load: () => import('./verbs/validate.ts'),
  },
  {
    name: 'run',
    args: '',
    description: 'record the system under test over the data set',
    options: [...RUN_OPTIONS, QUEUE, DRY_RUN],
    example: 'reportcard run --concurrency 8',
    load: () => import('./verbs/run.ts'),
  },
  {
    name: 'score',
    args: '[run]',
    description: 'compute the metrics of a run (default: the newest)',
    options: [...SCORE_OPTIONS, QUEUE, DRY_RUN],
    example: 'reportcard score v1_20260601_143022 --profile ragent',
    load: () => import('./verbs/score.ts'),
  },
  {
    name: 'report',
    args: '[run]',
    description: 'apply human scores and render the artefacts of a run, a folder or a bare _scores.json',
    options: REPORT_OPTIONS,
    example: 'reportcard report --renderer md,slides --lang en',
    load: () => import('./verbs/report.ts'),
  },
  {
    name: 'all',
    args: '',
    description: 'run, score, report, and gate where rules are configured',
    options: [...RUN_OPTIONS, ...SCORE_OPTIONS, QUEUE, ...REPORT_OPTIONS],
    example: 'reportcard all --lang en',
    load: () => import('./verbs/all.ts'),
  },
  {
    name: 'gate',
    args: '[run]',
    description: 'verdict only: 0 pass, 1 fail, 3 inconclusive',
    options: [
      ...GATE_OPTIONS,
      { flags: '--baseline <run>', description: 'run that --max-drop and --not-worse compare with' },
    ],
    example: 'reportcard gate --min hit@5=0.9 --max ttft_p50_ms=3000 --junit gate.xml',
    load: () => import('./verbs/gate.ts'),
  },
  {
    name: 'compare',
    args: '<a> <b>',
    description: 'is run B better than run A? paired differences with intervals, by slice',
    options: [
      {
        flags: '--format <format>',
        description: 'text (default), markdown or json',
        parse: oneOf('--format', ['text', 'markdown', 'json']),
      },
      {
        flags: '--force',
        description: 'compare in spite of different judges, profiles or few pairs; said in the result',
      },
    ],
    example: 'reportcard compare v1_20260601_143022 v2_20260608_143005',
    load: () => import('./verbs/compare.ts'),
  },
  {
    name: 'matrix',
    args: '<run...>',
    description:
      'recipe × benchmark × query mode in one table; the best is marked only where it is significantly better',
    options: [
      { flags: '--metrics <metrics>', description: 'columns, separated by commas', parse: list },
      {
        flags: '--format <format>',
        description: 'markdown (default), csv, json or latex',
        parse: oneOf('--format', ['markdown', 'csv', 'json', 'latex']),
      },
    ],
    example: 'reportcard matrix bm25_20260601_1430 dense_20260601_1445 --format latex',
    load: () => import('./verbs/matrix.ts'),
  },
  {
    name: 'history',
    args: '[metric]',
    description: 'the trend of a metric over the runs of the workspace, change points marked',
    options: [
      { flags: '--last <n>', description: 'only the newest n runs (default 50)', parse: wholeNumber('--last', 1) },
    ],
    example: 'reportcard history hit@5',
    load: () => import('./verbs/history.ts'),
  },
  {
    name: 'merge',
    args: '<run...>',
    description: 'make one run with one _scores.json out of parts that were recorded and scored apart',
    options: [
      { flags: '--name <run>', description: "name of the merged run (default: the first part's name with -merged)" },
    ],
    example: 'reportcard merge part1 part2 ../other/runs/part3.jsonl --name v1_20260601_143022',
    load: () => import('./verbs/merge.ts'),
  },
  {
    name: 'worker',
    args: '',
    description: 'ask questions and judge answers for runs on other machines that were given the same --queue',
    options: [
      QUEUE,
      {
        flags: '--concurrency <n>',
        description: 'questions, and samples to judge, at a time in this worker (default 8)',
        parse: wholeNumber('--concurrency', 1),
      },
      {
        flags: '--lock <seconds>',
        description: 'after this long without a sign of life the work goes to another worker (default 30)',
        parse: wholeNumber('--lock', 1),
      },
      {
        flags: '--idle <seconds>',
        description: 'end after this long without work (default: never)',
        parse: wholeNumber('--idle', 1),
      },
    ],
    example: 'reportcard worker --queue redis://queue.internal:6379',
    load: () => import('./verbs/worker.ts'),
  },
  {
    name: 'import',
    args: '<format> [file...]',
    description:
      "bring in other tools' files as a run: auto, ragas, deepeval, promptfoo, langsmith, langfuse, phoenix, inspect, heta, ragent, trec, beir, table",
    options: [
      { flags: '--name <run>', description: "name of the run (default: the file's name with date and time)" },
      { flags: '--scores <file>', description: 'score file that belongs to the records' },
      { flags: '--qrels <file>', description: 'TREC judgements' },
      { flags: '--run <file>', description: 'ranking of a TREC run, or over a BEIR folder' },
      { flags: '--split <name>', description: 'split of a BEIR folder (default test)' },
      {
        flags: '--columns <mapping>',
        description: 'which column is what, such as user_input=ask,response=reply,score:tone=Tone',
        parse: columnMapping,
      },
      { flags: '--save-columns', description: 'keep --columns in the configuration' },
      {
        flags: '--relevance-level <n>',
        description: 'smallest TREC grade that counts as relevant (default 1)',
        parse: wholeNumber('--relevance-level', 1),
      },
      { flags: '--strict', description: 'refuse a file that would have to be mended' },
    ],
    example: 'reportcard import auto ragas_results.csv --name v1',
    load: () => import('./verbs/import.ts'),
  },
  {
    name: 'export',
    args: '<format> [run]',
    description: 'write a run with its scores for other tools: ragas, jsonl, csv, parquet, trec, heta, deepeval',
    options: [
      { flags: '--out <folder>', description: 'where to write (default: exports/<run>/ in the workspace)' },
      { flags: '--mode <name>', description: 'only this query mode, where a run has several' },
      { flags: '--partition', description: 'in a folder run_id=<run>, as SQL engines read many runs at once' },
    ],
    example: 'reportcard export ragas v1_20260601_143022 --out exported',
    load: () => import('./verbs/export.ts'),
  },
  {
    name: 'review',
    args: '[what] [run]',
    description: 'score samples by hand on a local page; "review plan" draws an audit sample',
    options: [
      {
        flags: '--n <count>',
        description: 'with plan: how many samples to draw (default 30)',
        parse: wholeNumber('--n', 1),
      },
      { flags: '--replace', description: 'with plan: drop the plan the sheet already holds' },
      {
        flags: '--baseline <run>',
        description: 'run that losses are measured against (default: as configured, else the previous one)',
      },
      {
        flags: '--port <port>',
        description: 'port of the page (default: a free one)',
        parse: wholeNumber('--port', 0),
      },
      LANG,
      { flags: '--no-open', description: 'do not open a browser' },
    ],
    example: 'reportcard review plan --n 30 && reportcard review',
    load: () => import('./verbs/review.ts'),
  },
  {
    name: 'clean',
    args: '',
    description: 'empty the judge cache; runs, scores and evidence stay',
    options: [DRY_RUN],
    example: 'reportcard clean --dry-run',
    load: () => import('./verbs/clean.ts'),
  },
  {
    name: 'schema',
    args: '[name]',
    description: 'print the JSON Schema of a file format, or the names of all',
    options: [],
    example: 'reportcard schema run-record',
    load: () => import('./verbs/schema.ts'),
  },
];
