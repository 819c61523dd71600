import { createMemoryStore, type ObjectStore, readText } from '@reportcard/object-store';
import { type EvaluationReport, type Evaluator, parseEvaluationReport, parseJson } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { BenchmarkRunner, type Recipe } from '../src/index.ts';
import { createBenchmark, createEcho, numberedCases } from './fixed-system.ts';

const answered: Evaluator = {
  name: 'answered',
  evaluate: ({ response }) => [{ name: 'answered', value: response.answer !== null, passed: true, metadata: {} }],
};
const length: Evaluator = {
  name: 'length',
  evaluate: ({ response }) => [
    { name: 'length', value: response.answer?.length ?? 0, passed: null, metadata: {} },
    { name: 'tone', value: 'friendly', passed: null, metadata: {} },
    { name: 'ignored', value: 0, passed: null, metadata: { skipped: true } },
  ],
};

function createRecipe(name: string, store?: ObjectStore): Recipe & { built: string[] } {
  const built: string[] = [];
  return {
    built,
    manifest: () => ({ name, top_k: 3 }),
    ...(store === undefined ? {} : { store }),
    build({ name: knowledgeBaseName, documents, document_keys }) {
      built.push(
        `${knowledgeBaseName}: ${documents.map((document) => document.document_id).join(' ')} ${document_keys.length}`,
      );
      return { ...createEcho(knowledgeBaseName), ...(store === undefined ? {} : { store }) };
    },
  };
}

async function readStored(store: ObjectStore, key: string): Promise<EvaluationReport> {
  return parseEvaluationReport(parseJson((await readText(store, key)) ?? ''));
}

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix)) keys.push(key);
  return keys;
}

describe('BenchmarkRunner', () => {
  it('takes two recipes through two benchmarks and two modes: four reports in the places Heta uses', async () => {
    const store = createMemoryStore();
    const units = [
      { unit_id: 'left', document_ids: ['d1'], case_ids: ['q1'] },
      { unit_id: 'right', document_ids: ['d2'], case_ids: ['q2'] },
    ];
    const benchmarks = [
      createBenchmark(numberedCases(2), { name: 'Whole Set' }),
      createBenchmark(numberedCases(2), { name: 'parts', units }),
    ];
    const recipes = [createRecipe('Graph Recipe', store), createRecipe('bm25', store)];
    const reports: EvaluationReport[] = [];
    for (const recipe of recipes) {
      const runner = new BenchmarkRunner({
        recipe,
        queryModes: ['vector_search', 'graph_search'],
        evaluators: [answered, length],
        store,
      });
      for (const benchmark of benchmarks) {
        const id = `${String(recipe.manifest()['name'])} ${benchmark.manifest.name}`;
        const { report, report_key: key } = await runner.run({
          benchmark,
          runId: id.replaceAll(' ', '-'),
          reportId: id,
        });
        expect(await readStored(store, key ?? '')).toEqual(parseEvaluationReport(parseJson(JSON.stringify(report))));
        reports.push(report);
      }
    }
    expect(await keysOf(store, '_heta/')).toEqual([
      '_heta/knowledge_bases/bm25/evaluations/bm25_parts/report.json',
      '_heta/knowledge_bases/bm25/evaluations/bm25_whole_set/report.json',
      '_heta/knowledge_bases/graph_recipe/evaluations/graph_recipe_parts/report.json',
      '_heta/knowledge_bases/graph_recipe/evaluations/graph_recipe_whole_set/report.json',
    ]);
    expect(recipes[0]?.built).toEqual(['Graph Recipe: d1 d2 2', 'Graph Recipe-left: d1 1', 'Graph Recipe-right: d2 1']);
    expect(await keysOf(store, 'raw/')).toEqual([
      'raw/benchmarks/Whole Set/test/d1/one.txt',
      'raw/benchmarks/Whole Set/test/d2/two.txt',
      'raw/benchmarks/parts/test/d1/one.txt',
      'raw/benchmarks/parts/test/d2/two.txt',
    ]);
    const [whole, parts] = reports;
    expect(whole).toMatchObject({
      schema_version: '1',
      report_id: 'Graph Recipe Whole Set',
      knowledge_base_name: 'Graph Recipe',
      recipe_manifest: { name: 'Graph Recipe', top_k: 3 },
      query_modes: ['vector_search', 'graph_search'],
    });
    expect(whole?.knowledge_base_manifest).toEqual({ name: 'Graph Recipe', kind: 'echo' });
    expect(parts?.knowledge_base_manifest).toEqual({
      knowledge_bases: [
        { name: 'Graph Recipe-left', kind: 'echo' },
        { name: 'Graph Recipe-right', kind: 'echo' },
      ],
    });
    expect(whole?.score_summary).toEqual({
      'graph_search.answered': 1,
      'graph_search.length': 16,
      'vector_search.answered': 1,
      'vector_search.length': 16,
    });
    expect(
      parts?.case_results.map((item) => [
        item.case_id,
        item.query_mode,
        item.metadata['benchmark_run_unit'],
        item.metadata['knowledge_base_name'],
      ]),
    ).toEqual([
      ['q1', 'vector_search', 'left', 'Graph Recipe-left'],
      ['q1', 'graph_search', 'left', 'Graph Recipe-left'],
      ['q2', 'vector_search', 'right', 'Graph Recipe-right'],
      ['q2', 'graph_search', 'right', 'Graph Recipe-right'],
    ]);
    expect(parts?.metadata['run_units']).toMatchObject([
      { unit_id: 'left', document_ids: ['d1'], case_ids: ['q1'] },
      { unit_id: 'right', document_ids: ['d2'], case_ids: ['q2'] },
    ]);
    expect(parts?.metadata['benchmark_document_keys']).toEqual([
      'raw/benchmarks/parts/test/d1/one.txt',
      'raw/benchmarks/parts/test/d2/two.txt',
    ]);
  });

  it('writes bare summary keys with one mode, leaves labels and skipped scores out of the means', async () => {
    const { report, report_key, report_store } = await new BenchmarkRunner().run({
      benchmark: createBenchmark(numberedCases(3)),
      recipe: createRecipe('r'),
      evaluators: [answered, length],
    });
    expect(report.score_summary).toEqual({ answered: 1, length: 16 });
    expect(report.case_results[0]?.scores.map((score) => score.name)).toEqual([
      'answered',
      'length',
      'tone',
      'ignored',
    ]);
    expect([report_key, report_store, report.report_key]).toEqual([null, null, null]);
  });

  it('lets an explicit store and prefix win', async () => {
    const mine = createMemoryStore();
    const offered = createMemoryStore();
    const run = {
      benchmark: createBenchmark(numberedCases(1)),
      recipe: createRecipe('r', offered),
      reportStore: mine,
      reportPrefix: 'team/evals/',
      reportId: 'E 1',
    };
    const { report_key } = await new BenchmarkRunner(run).run();
    expect(report_key).toBe('team/evals/e_1/report.json');
    expect(await keysOf(mine, '')).toEqual(['team/evals/e_1/report.json']);
    expect(await keysOf(offered, '_heta/')).toEqual([]);
  });

  it('refuses a second name with the same slug, and names that lead elsewhere', async () => {
    const store = createMemoryStore();
    const runner = new BenchmarkRunner({
      benchmark: createBenchmark(numberedCases(1)),
      recipe: createRecipe('r', store),
    });
    await runner.run({ runId: 'a', reportId: 'My Report' });
    await runner.run({ runId: 'b', reportId: 'My Report' });
    await expect(runner.run({ runId: 'c', reportId: 'my_report' })).rejects.toMatchObject({
      code: 'usage',
      got: 'r / My Report',
    });
    await expect(runner.run({ runId: 'd', reportId: '../x' })).rejects.toMatchObject({ code: 'usage' });
    await expect(runner.run({ runId: 'e', knowledgeBaseName: 'a/b' })).rejects.toMatchObject({ code: 'usage' });
    const units = [
      { unit_id: 'A', case_ids: ['q1'] },
      { unit_id: 'a', case_ids: ['q1'] },
    ];
    await expect(
      runner.run({ runId: 'f', benchmark: createBenchmark(numberedCases(1), { units }) }),
    ).rejects.toMatchObject({ code: 'usage' });
  });

  it('fails the cases of a knowledge base that does not build, and only these', async () => {
    const recipe: Recipe = {
      manifest: () => ({ name: 'r' }),
      build({ name, unit }) {
        if (unit.unit_id === 'bad') throw new Error('out of memory');
        return createEcho(name);
      },
    };
    const units = [
      { unit_id: 'bad', case_ids: ['q1', 'q3'] },
      { unit_id: 'good', case_ids: ['q2'] },
    ];
    const { report, recording } = await new BenchmarkRunner().run({
      benchmark: createBenchmark(numberedCases(3), { units }),
      recipe,
    });
    expect(report.case_results.map((item) => [item.case_id, item.error])).toEqual([
      ['q1', { message: 'out of memory', error_type: 'build_failed', retryable: false, metadata: {} }],
      ['q2', null],
      ['q3', { message: 'out of memory', error_type: 'build_failed', retryable: false, metadata: {} }],
    ]);
    expect(recording.meta.status).toMatchObject({ success: 1, error: 2 });
  });

  it('closes each knowledge base it built once, and only tells when that fails', async () => {
    const closed: string[] = [];
    const recipe: Recipe = {
      manifest: () => ({ name: 'r' }),
      build: ({ name }) => ({
        ...createEcho(name),
        close() {
          closed.push(name);
          throw new Error('still busy');
        },
      }),
    };
    const notes: string[] = [];
    const units = [
      { unit_id: 'a', case_ids: ['q1'] },
      { unit_id: 'b', case_ids: ['q2'] },
    ];
    const { recording } = await new BenchmarkRunner().run({
      benchmark: createBenchmark(numberedCases(2), { units }),
      recipe,
      onProgress: (event) => notes.push(event.type === 'note' ? event.message : ''),
    });
    expect([closed, recording.n_records]).toEqual([['r-a', 'r-b'], 2]);
    expect(notes.filter((note) => note !== '')).toEqual([
      'r-a could not be closed: still busy',
      'r-b could not be closed: still busy',
    ]);
  });

  it('keeps the response when an evaluator throws', async () => {
    const broken: Evaluator = {
      name: 'broken',
      evaluate() {
        throw new TypeError('no reference');
      },
    };
    const { report } = await new BenchmarkRunner().run({
      benchmark: createBenchmark(numberedCases(1), { evaluators: () => [broken, answered] }),
      recipe: createRecipe('r'),
    });
    const [result] = report.case_results;
    expect(result?.response?.answer).toBe('answer to ask q1');
    expect(result?.scores.map((score) => score.name)).toEqual(['answered']);
    expect(result?.metadata['evaluation_errors']).toEqual([
      { evaluator: 'broken', message: 'no reference', error_type: 'TypeError' },
    ]);
  });

  it('needs a benchmark and exactly one system', async () => {
    await expect(new BenchmarkRunner({ recipe: createRecipe('r') }).run()).rejects.toMatchObject({ code: 'usage' });
    await expect(new BenchmarkRunner().run({ benchmark: createBenchmark(numberedCases(1)) })).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(
      new BenchmarkRunner().run({
        benchmark: createBenchmark(numberedCases(1)),
        recipe: createRecipe('r'),
        knowledgeBase: createEcho(),
      }),
    ).rejects.toMatchObject({ code: 'usage' });
  });
});
