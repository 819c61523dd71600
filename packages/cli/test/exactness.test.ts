import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';
import { createRecords, writeRun } from './write-run.ts';

interface Scores {
  readonly overall: Readonly<Record<string, number>>;
  readonly by_intent_l2: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly stats: {
    readonly overall: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly by_intent_l2: Readonly<Record<string, Readonly<Record<string, { readonly n_scored: number }>>>>;
  };
}

async function score(records: Parameters<typeof writeRun>[2]): Promise<{ cwd: string; scores: Scores }> {
  const cwd = createFolder();
  writeRun(cwd, 'v1', records);
  expect((await callCli(['score', 'v1'], { cwd })).code).toBe(0);
  return { cwd, scores: JSON.parse(readFileSync(path.join(cwd, 'reports/v1/_scores.json'), 'utf8')) as Scores };
}

describe('aggregates', () => {
  it('are exact: 17 of 20 is 0.85', async () => {
    const { scores } = await score(createRecords(20, 17));
    expect(scores.overall['hit@5']).toBe(0.85);
  });

  it('have exclusive counts that sum to n_total', async () => {
    const { scores } = await score([
      ...createRecords(5, 3),
      {
        ...createRecords(1, 0)[0],
        query_id: 'x1',
        user_input: 'x',
        final_status: 'success',
        response: {},
        requires_rag: false,
      },
      {
        ...createRecords(1, 0)[0],
        query_id: 'x2',
        user_input: 'x',
        final_status: 'error',
        error: { message: 'down' },
        response: null,
      },
      {
        ...createRecords(1, 0)[0],
        query_id: 'x3',
        user_input: 'x',
        final_status: 'success',
        response: {},
        not_recorded: ['results', 'first_token'],
      },
    ]);
    for (const stats of Object.values(scores.stats.overall)) {
      const {
        n_scored = 0,
        n_undefined = 0,
        n_not_applicable = 0,
        n_missing_input = 0,
        n_judge_error = 0,
        n_skipped = 0,
      } = stats;
      expect(n_scored + n_undefined + n_not_applicable + n_missing_input + n_judge_error + n_skipped).toBe(8);
      expect(stats['n_total']).toBe(8);
    }
    // 5 + the failed request are in the population of hit@5; x1 needs no retrieval, x3 has none recorded
    expect(scores.stats.overall['hit@5']).toMatchObject({ n_scored: 6, n_not_applicable: 1, n_missing_input: 1 });
    expect(scores.overall['hit@5']).toBe(0.5);
  });

  it('do not depend on the order of the samples, to the bit', async () => {
    const records = createRecords(30, 11).map((record, index) => ({
      ...record,
      first_token_ms: 100 / (index + 3),
      latency_ms: 1000 / (index + 7),
      intent_l2: `i${index % 4}`,
    }));
    const forward = (await score(records)).scores;
    const backward = (await score([...records].reverse())).scores;
    expect(backward.overall).toEqual(forward.overall);
    for (const [slice, values] of Object.entries(forward.by_intent_l2))
      expect(backward.by_intent_l2[slice]).toEqual(values);
  });

  it('add up: slice means weighted by n give the overall mean', async () => {
    const records = createRecords(23, 11).map((record, index) => ({ ...record, intent_l2: `i${index % 5}` }));
    const { scores } = await score(records);
    let sum = 0;
    for (const [slice, values] of Object.entries(scores.by_intent_l2))
      sum += (values['hit@5'] ?? 0) * (scores.stats.by_intent_l2[slice]?.['hit@5']?.n_scored ?? 0);
    expect(sum / 23).toBeCloseTo(scores.overall['hit@5'] ?? 0, 12);
  });

  it('take __proto__ and constructor as intents, through every artefact', async () => {
    const records = createRecords(24, 12).map((record, index) => ({
      ...record,
      intent_l2: index % 2 === 0 ? '__proto__' : 'constructor',
    }));
    const { cwd, scores } = await score(records);
    expect(Object.keys(scores.by_intent_l2)).toEqual(['__proto__', 'constructor']);
    const report = await callCli(['report', 'v1', '--lang', 'en'], { cwd });
    expect(report.code).toBe(0);
    const markdown = readFileSync(path.join(cwd, 'reports/v1/report.md'), 'utf8');
    expect(markdown).toContain('constructor');
    expect(markdown.replaceAll('\\', '')).toContain('__proto__');
    const again = JSON.parse(readFileSync(path.join(cwd, 'reports/v1/_scores.json'), 'utf8')) as Scores;
    expect(Object.getOwnPropertyDescriptor(again.by_intent_l2, '__proto__')?.value).toMatchObject({ 'hit@5': 0.5 });
  });
});
