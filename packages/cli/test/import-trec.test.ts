import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CliCall, callCli, createFolder } from './call-cli.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/trec');
const readFixture = (name: string): unknown => JSON.parse(readFileSync(path.join(FIXTURES, name), 'utf8')) as unknown;

type Measures = Readonly<Record<string, number>>;
interface Scored {
  readonly overall: Readonly<Record<string, number | null>>;
  readonly stats: { readonly overall: Readonly<Record<string, { readonly n_scored: number }>> };
  readonly per_sample: Readonly<Record<string, { readonly scores: Readonly<Record<string, number>> }>>;
}

/** trec_eval's names for ours. */
function metricId(measure: string): string | undefined {
  const match = /^(success|recall)_(\d+)$/.exec(measure);
  if (match !== null) return `${match[1] === 'success' ? 'hit' : 'recall'}@${match[2]}`;
  return measure === 'recip_rank_10' ? 'mrr@10' : measure === 'recip_rank' ? 'mrr' : undefined;
}

function compare(
  place: string,
  expected: Measures,
  got: Readonly<Record<string, number | null>> | undefined,
): string[] {
  return Object.entries(expected).flatMap(([measure, value]) => {
    const id = metricId(measure);
    if (id === undefined) return [];
    const ours = got?.[id];
    return typeof ours === 'number' && Math.abs(ours - value) <= 1e-12
      ? []
      : [`${place} ${measure}: expected ${value}, got ${ours}`];
  });
}

async function evaluate(
  qrels: string,
  run: string,
  level: number,
): Promise<{ importing: CliCall; scores: Scored | null }> {
  const cwd = createFolder();
  writeFileSync(path.join(cwd, 'e.qrels'), qrels);
  writeFileSync(path.join(cwd, 'e.run'), run);
  writeFileSync(path.join(cwd, 'reportcard.config.json'), JSON.stringify({ metrics: { further: ['mrr'] } }));
  const importing = await callCli(
    ['import', 'trec', '--qrels', 'e.qrels', '--run', 'e.run', '--name', 'e', '--relevance-level', String(level)],
    { cwd },
  );
  if (importing.code !== 0) return { importing, scores: null };
  const scoring = await callCli(['score', 'e', '--profile', 'trec', '--quiet'], { cwd });
  expect(scoring.err).toBe('');
  return { importing, scores: JSON.parse(readFileSync(path.join(cwd, 'reports/e/_scores.json'), 'utf8')) as Scored };
}

interface Pair {
  readonly name: string;
  readonly queries: readonly {
    readonly id: string;
    readonly reference: readonly string[];
    readonly retrieved: readonly string[];
    readonly expected: Measures;
  }[];
  readonly overall: Measures;
}

describe('values of trec_eval', () => {
  const { pairs } = readFixture('trec_small.json') as { pairs: readonly Pair[] };

  it('cover 170 queries in 18 pairs', () => {
    expect(pairs).toHaveLength(18);
    expect(pairs.flatMap((pair) => pair.queries)).toHaveLength(170);
  });

  it.each(pairs.map((pair) => ({ name: pair.name, pair })))('$name: equal per query and overall', async ({ pair }) => {
    // A document that is judged and irrelevant keeps a query without relevant documents in the qrels.
    const qrels = pair.queries.flatMap(({ id, reference }) =>
      reference.length === 0 ? [`${id} 0 judged-irrelevant 0`] : reference.map((document) => `${id} 0 ${document} 1`),
    );
    const run = pair.queries.flatMap(({ id, retrieved }) =>
      retrieved.map((document, index) => `${id} Q0 ${document} ${index + 1} ${1000 - index} t`),
    );
    const { scores } = await evaluate(`${qrels.join('\n')}\n`, `${run.join('\n')}\n`, 1);
    const perQuery = pair.queries.flatMap(({ id, expected }) => compare(id, expected, scores?.per_sample[id]?.scores));
    expect([...perQuery, ...compare('overall', pair.overall, scores?.overall)]).toEqual([]);
  });
});

interface EdgeCase {
  readonly name: string;
  readonly args: readonly string[];
  readonly qrels: string;
  readonly run: string;
  readonly trec_eval_10: {
    readonly exit: number;
    readonly queries: Readonly<Record<string, Measures>>;
    readonly overall: Measures;
  };
}

/** Where we refuse what trec_eval reads as something else, and the message. */
const REFUSED: Readonly<Record<string, string>> = {
  score_nan_text: 'e.run:1: the score is no number',
  score_decimal_comma: 'e.run:1: the score is no number',
  score_not_a_number: 'e.run:1: the score is no number',
  relevance_fraction: 'the relevance is no whole number',
  duplicate_in_run: 'is retrieved twice for query',
  duplicate_in_qrels: 'is judged twice for query',
  five_columns: 'e.run:1: the line has 5 columns',
  id_with_space: 'columns',
  empty_run_file: 'e.run: the file is empty',
};

/** Where we give a value that trec_eval does not give, and why. */
const DIFFERENT: Readonly<Record<string, { readonly why: string; readonly overall: Measures }>> = {
  query_missing_from_run: {
    why: 'trec_eval 10 stops; a judged query without ranking counts 0 here, as with -c',
    overall: { success_1: 0.5 },
  },
  bom_in_run: { why: 'trec_eval loses the first query; here the BOM is read', overall: { success_1: 1 } },
  bom_in_qrels: { why: 'trec_eval loses the first query; here the BOM is read', overall: { success_1: 1 } },
  blank_lines_qrels: {
    why: 'trec_eval stops; blank lines are passed over in both files here',
    overall: { success_1: 1 },
  },
};

describe('edge cases of trec_eval', () => {
  const { cases } = readFixture('edge_cases.json') as { cases: readonly EdgeCase[] };
  const levelOf = (args: readonly string[]): number => (args[0] === '-l' ? Number(args[1]) : 1);
  const same = cases.filter(({ name }) => REFUSED[name] === undefined && DIFFERENT[name] === undefined);

  it('are 42, each answered', () => {
    expect(cases).toHaveLength(42);
    expect(same).toHaveLength(42 - Object.keys(REFUSED).length - Object.keys(DIFFERENT).length);
  });

  it.each(same)('$name: the same value', async ({ qrels, run, args, trec_eval_10 }) => {
    expect(trec_eval_10.exit).toBe(0);
    const { importing, scores } = await evaluate(qrels, run, levelOf(args));
    expect(importing.err.replace(/note: .*/g, '').trim()).toBe('');
    const perQuery = Object.entries(trec_eval_10.queries).flatMap(([id, expected]) =>
      compare(id, expected, scores?.per_sample[id]?.scores),
    );
    expect([...perQuery, ...compare('overall', trec_eval_10.overall, scores?.overall)]).toEqual([]);
    expect(Object.keys(scores?.per_sample ?? {}).sort()).toEqual(Object.keys(trec_eval_10.queries).sort());
  });

  it.each(cases.filter(({ name }) => REFUSED[name] !== undefined))(
    '$name: refused with exit 2 and nothing written',
    async ({ name, qrels, run, args }) => {
      const { importing, scores } = await evaluate(qrels, run, levelOf(args));
      expect(importing.code).toBe(2);
      expect(importing.err).toContain(REFUSED[name]);
      expect(scores).toBeNull();
    },
  );

  it.each(cases.filter(({ name }) => DIFFERENT[name] !== undefined))(
    '$name: a documented difference',
    async ({ name, qrels, run, args }) => {
      const { scores } = await evaluate(qrels, run, levelOf(args));
      expect(compare(name, DIFFERENT[name]?.overall ?? {}, scores?.overall)).toEqual([]);
    },
  );
});
