import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/importers');

interface Scored {
  readonly overall: Readonly<Record<string, number | null>>;
  readonly metrics: Readonly<
    Record<string, { readonly group: string; readonly higher_is_better: boolean; readonly unit: string }>
  >;
  readonly stats: {
    readonly overall: Readonly<
      Record<string, { readonly n_scored: number; readonly n_judge_error: number; readonly n_skipped: number }>
    >;
  };
  readonly by_query_mode?: Readonly<Record<string, { readonly overall: Readonly<Record<string, number | null>> }>>;
}

function folderWith(...names: readonly string[]): string {
  const cwd = createFolder();
  for (const name of names) cpSync(path.join(FIXTURES, name), path.join(cwd, name));
  return cwd;
}

async function importAndScore(cwd: string, args: readonly string[]): Promise<Scored> {
  const imported = await callCli(['import', ...args, '--name', 'run'], { cwd });
  expect(imported.code).toBe(0);
  const scored = await callCli(['score', 'run', '--quiet'], { cwd });
  expect(scored.err).toBe('');
  return JSON.parse(readFileSync(path.join(cwd, 'reports/run/_scores.json'), 'utf8')) as Scored;
}

describe('import auto', () => {
  it('shows 12 of 100 RAGAS scores as scored and 88 as missing', async () => {
    const cwd = folderWith('ragas_88_of_100_missing.json');
    const { stats, overall } = await importAndScore(cwd, ['auto', 'ragas_88_of_100_missing.json']);
    const four = ['faithfulness', 'answer_relevancy', 'answer_correctness', 'context_recall'].map(
      (metric) => stats.overall[metric],
    );
    expect(four.map((stat) => [stat?.n_scored, stat?.n_judge_error])).toEqual([
      [0, 25],
      [6, 19],
      [0, 25],
      [6, 19],
    ]);
    expect(overall['faithfulness']).toBeNull();
    expect(overall['answer_relevancy']).toBeCloseTo(0.9406241900460528, 12);
    expect(overall['context_recall']).toBeCloseTo(5 / 6, 12);
  });

  it('carries metrics of other tools through score and report as evaluator metrics', async () => {
    const cwd = folderWith('deepeval_test_run.json');
    const { metrics, overall, stats } = await importAndScore(cwd, ['auto', 'deepeval_test_run.json']);
    expect(metrics['deepeval_hallucination']).toMatchObject({
      group: 'evaluator',
      higher_is_better: false,
      unit: 'ratio',
    });
    expect(overall).toMatchObject({
      deepeval_faithfulness: 0.9,
      deepeval_hallucination: 0.1,
      deepeval_success: 0,
      answer_relevancy: 0.8,
      faithfulness: null,
    });
    expect(stats.overall['deepeval_faithfulness']).toMatchObject({ n_scored: 1, n_judge_error: 1 });
    const report = await callCli(['report', 'run', '--quiet', '--renderer', 'md,csv'], { cwd });
    expect(report.code).toBe(0);
    expect(readFileSync(path.join(cwd, 'reports/run/report.md'), 'utf8')).toContain('Hallucination (DeepEval)');
  });

  it('keeps the scores of several query modes apart', async () => {
    const cwd = folderWith('promptfoo_v4_two_providers.json');
    const { by_query_mode } = await importAndScore(cwd, ['auto', 'promptfoo_v4_two_providers.json']);
    expect(Object.entries(by_query_mode ?? {}).map(([mode, { overall }]) => [mode, overall['promptfoo_pass']])).toEqual(
      [
        ['p:a prompt 0', 1],
        ['p:b prompt 0', 1],
      ],
    );
  });

  it('shows a failed request as not scored, not as 0', async () => {
    const cwd = folderWith('promptfoo_v3.json');
    const { stats, overall } = await importAndScore(cwd, ['auto', 'promptfoo_v3.json']);
    expect(overall['promptfoo_score']).toBe(0.5);
    expect(stats.overall['promptfoo_score']).toMatchObject({ n_scored: 2, n_skipped: 1 });
  });

  it('tells every repair, and with --strict refuses instead and writes nothing', async () => {
    const cwd = folderWith('words_as_scores.csv');
    const told = await callCli(['import', 'auto', 'words_as_scores.csv', '--name', 'a', '--json'], { cwd });
    const result = JSON.parse(told.out) as { format: string; repairs: { code: string; count: number }[] };
    expect(result.format).toBe('ragas');
    expect(result.repairs.map(({ code, count }) => [code, count])).toEqual([
      ['score_text', 1],
      ['rounding_noise', 1],
      ['negative_score', 1],
    ]);
    const strict = await callCli(['import', 'auto', 'words_as_scores.csv', '--name', 'b', '--strict'], { cwd });
    expect(strict.code).toBe(2);
    expect(strict.err).toContain('import without --strict');
    expect(existsSync(path.join(cwd, 'runs/b.jsonl'))).toBe(false);
  });

  it('says what a file is that cannot be imported, with exit 2', async () => {
    const cwd = folderWith('git_lfs_pointer.json', 'faq_only.csv');
    const pointer = await callCli(['import', 'auto', 'git_lfs_pointer.json'], { cwd });
    expect([pointer.code, pointer.err]).toEqual([2, expect.stringContaining('git lfs pull')]);
    const faq = await callCli(['import', 'auto', 'faq_only.csv'], { cwd });
    expect([faq.code, faq.err]).toEqual([2, expect.stringContaining('--columns response=answer')]);
  });
});

describe('import with a column mapping', () => {
  const table = 'ask,reply,Tone\nWhen?,Now.,4\n';

  it('takes it from the flag and says how to keep it', async () => {
    const cwd = createFolder();
    writeFileSync(path.join(cwd, 't.csv'), table);
    const call = await callCli(
      [
        'import',
        'table',
        't.csv',
        '--columns',
        'user_input=ask,response=reply',
        '--columns',
        'score:tone=Tone',
        '--name',
        'r',
      ],
      { cwd },
    );
    expect(call.code).toBe(0);
    expect(call.err).toContain('import: { columns: {"user_input":"ask","response":"reply","score:tone":"Tone"} }');
  });

  it('keeps it with --save-columns: in a new configuration, then beside what is there', async () => {
    const cwd = createFolder();
    writeFileSync(path.join(cwd, 't.csv'), table);
    const save = (...args: readonly string[]) =>
      callCli(['import', 'auto', 't.csv', ...args, '--save-columns'], { cwd });
    const config = (): unknown => JSON.parse(readFileSync(path.join(cwd, 'reportcard.config.json'), 'utf8'));
    const first = await save('--columns', 'user_input=ask,response=reply', '--name', 'a');
    expect([first.code, first.err]).toEqual([0, expect.stringContaining('kept in reportcard.config.json')]);
    expect(config()).toEqual({ import: { columns: { user_input: 'ask', response: 'reply' } } });
    writeFileSync(path.join(cwd, 'reportcard.config.json'), JSON.stringify({ ...Object(config()), name: 'mine' }));
    expect((await save('--columns', 'score:tone=Tone', '--name', 'b')).code).toBe(0);
    expect(config()).toEqual({
      import: { columns: { user_input: 'ask', response: 'reply', 'score:tone': 'Tone' } },
      name: 'mine',
    });
    expect((await callCli(['import', 'auto', 't.csv', '--name', 'c'], { cwd })).code).toBe(0);
    expect((await save('--name', 'd')).code).toBe(2);
  });

  it('leaves a configuration that is a program to its owner and says what to put there', async () => {
    const cwd = createFolder();
    writeFileSync(path.join(cwd, 't.csv'), table);
    writeFileSync(path.join(cwd, 'reportcard.config.mjs'), 'export default {};');
    const call = await callCli(
      ['import', 'auto', 't.csv', '--columns', 'user_input=ask,response=reply', '--save-columns', '--name', 'a'],
      { cwd },
    );
    expect([call.code, call.err]).toEqual([2, expect.stringContaining('"user_input":"ask"')]);
    expect(readFileSync(path.join(cwd, 'reportcard.config.mjs'), 'utf8')).toBe('export default {};');
    expect(existsSync(path.join(cwd, 'runs/a.jsonl'))).toBe(false);
  });

  it('refuses one for a format whose columns are known', async () => {
    const cwd = folderWith('promptfoo_v3.json');
    const call = await callCli(['import', 'auto', 'promptfoo_v3.json', '--columns', 'user_input=ask'], { cwd });
    expect([call.code, call.err]).toEqual([2, expect.stringContaining('has columns of its own')]);
  });

  it('takes it from the configuration', async () => {
    const cwd = createFolder();
    writeFileSync(path.join(cwd, 't.csv'), table);
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({ import: { columns: { user_input: 'ask', response: 'reply' } } }),
    );
    const call = await callCli(['import', 'auto', 't.csv', '--name', 'r'], { cwd });
    expect(call.out).toContain('imported 1 samples');
  });
});

describe('export', () => {
  it.each(['ragas', 'jsonl', 'csv', 'parquet', 'heta', 'deepeval'])(
    '%s and import auto give the same overall scores',
    async (format) => {
      const cwd = folderWith('ragas_88_of_100_missing.json');
      const first = await importAndScore(cwd, ['auto', 'ragas_88_of_100_missing.json']);
      const exported = await callCli(['export', format, 'run', '--out', 'out', '--json'], { cwd });
      const { files } = JSON.parse(exported.out) as { files: string[] };
      const again = createFolder();
      const second = await importAndScore(again, ['auto', path.join(cwd, files[0] ?? '')]);
      const ragas = (scored: Scored): unknown[] =>
        ['faithfulness', 'answer_relevancy', 'answer_correctness', 'context_recall'].map((metric) => [
          scored.overall[metric],
          scored.stats.overall[metric]?.n_scored,
        ]);
      expect(ragas(second)).toEqual(ragas(first));
    },
  );

  it('refuses an unknown format with the nearest name', async () => {
    const call = await callCli(['export', 'ragass'], { cwd: createFolder() });
    expect([call.code, call.err]).toEqual([2, expect.stringContaining('did you mean ragas?')]);
  });
});
