import { describe, expect, it } from 'vitest';
import { createReviewDesk, type ReviewDesk, type ReviewEdit, type ReviewSample } from '../src/index.ts';
import { buildScores, hashOf } from './fixtures/build-scores.ts';
import { createMemoryReport, type MemoryReport } from './fixtures/memory-report.ts';

const score = (sampleId: string, text: string, metric = 'faithfulness'): ReviewEdit => ({
  sampleId,
  field: 'score',
  metric,
  text,
});

const SCORES = buildScores({
  a: {
    intent_l1: 'A',
    intent_l2: 'x',
    scores: { faithfulness: 0.2, answer_correctness: 0.9 },
    failure_reasons: ['faithfulness_low(0.20)'],
  },
  b: {
    intent_l1: 'A',
    intent_l2: 'y',
    scores: { faithfulness: 0.9 },
    unscored: { answer_correctness: { status: 'judge_error', code: 'truncated' } },
  },
  c: { intent_l1: 'B', scores: {}, unscored: { faithfulness: { status: 'not_applicable', code: 'should_refuse' } } },
});

function openDesk(
  report: MemoryReport = createMemoryReport(SCORES),
  options: Partial<Parameters<typeof createReviewDesk>[0]> = {},
): { readonly desk: ReviewDesk; readonly report: MemoryReport } {
  return { report, desk: createReviewDesk({ report, locale: 'en', messages: {}, reportCommand: '', ...options }) };
}

async function sampleOf(desk: ReviewDesk, id: string): Promise<ReviewSample | undefined> {
  return (await desk.open()).samples.find((sample) => sample.id === id);
}

describe('what is typed', () => {
  it.each([
    ['0.8', '0.8'],
    ['.8', '0.8'],
    ['80%', '0.8'],
    ['80 %', '0.8'],
    ['８０％', '0.8'],
    ['0,8', '0.8'],
    ['0.8000', '0.8'],
    ['1', '1'],
    ['0', '0'],
    ['\u3000', ''],
  ])('%j is stored as %j', async (typed, stored) => {
    const { desk, report } = openDesk();
    const { version } = await desk.open();
    expect((await desk.save([score('b', typed)], version)).kind).toBe('saved');
    expect((await report.cells())['b']?.['faithfulness_manual']).toBe(stored);
  });

  it.each(['80', '1.5', '-0.1', '1,234', 'yes', '#N/A', '8-Jan'])(
    '%j is refused and nothing is written',
    async (typed) => {
      const { desk, report } = openDesk();
      const before = report.text();
      const { version } = await desk.open();
      expect((await desk.save([score('b', '0.5'), score('a', typed)], version)).kind).toBe('refused');
      expect(report.text()).toBe(before);
    },
  );

  it('is refused where the metric does not apply to the sample', async () => {
    const { desk } = openDesk();
    const { version } = await desk.open();
    expect(await desk.save([score('c', '1')], version)).toMatchObject({
      kind: 'refused',
      problems: [{ sampleId: 'c', metric: 'faithfulness' }],
    });
  });

  it('keeps a reason that a spreadsheet would run as a formula', async () => {
    const { desk, report } = openDesk();
    const { version } = await desk.open();
    await desk.save([{ sampleId: 'a', field: 'reason', text: '=1+1, "quoted"' }], version);
    expect(report.text()).toContain(`"'=1+1, ""quoted"""`);
    expect((await report.cells())['a']?.['manual_reason']).toBe('=1+1, "quoted"');
  });
});

describe('saving', () => {
  it('writes nothing when nothing changes', async () => {
    const { desk, report } = openDesk();
    const { version } = await desk.open();
    await desk.save([score('a', '')], version);
    expect(report.saves()).toBe(0);
  });

  it('keeps rows, columns and notes of other people where they stand', async () => {
    const report = createMemoryReport(SCORES, {
      sheet: `query_id,my notes,faithfulness,faithfulness_manual,inputs_sha256\nb,look here,0.9,,${hashOf('b').slice(0, 16)}\na,,0.2,,${hashOf('a').slice(0, 16)}\nc,,,,${hashOf('c').slice(0, 16)}\n`,
    });
    const { desk } = openDesk(report);
    const { version } = await desk.open();
    await desk.save([score('a', '0.4')], version);
    const sheet = (await report.load()).sheet;
    expect(sheet.rows.map(({ cells }) => [cells['query_id'], cells['my notes'], cells['faithfulness_manual']])).toEqual(
      [
        ['b', 'look here', ''],
        ['a', '', '0.4'],
        ['c', '', ''],
      ],
    );
    const columns = ['query_id', 'my notes', 'faithfulness', 'faithfulness_manual'];
    expect(sheet.columns.filter((column) => columns.includes(column))).toEqual(columns);
  });

  it('gives a sample a row whose row was deleted from the sheet', async () => {
    const report = createMemoryReport(SCORES, { sheet: 'query_id\na\n' });
    const { desk } = openDesk(report);
    const { version } = await desk.open();
    await desk.save([score('b', '1')], version);
    expect((await report.cells())['b']?.['faithfulness_manual']).toBe('1');
  });

  it('makes the sheet where there is none yet', async () => {
    const { desk, report } = openDesk(createMemoryReport(SCORES, { sheet: null }));
    const { version } = await desk.open();
    expect(version).toBeNull();
    await desk.save([score('a', '1')], version);
    expect((await report.cells())['a']?.['faithfulness_manual']).toBe('1');
  });

  it('writes scores of a semicolon file with decimal commas so that they read the same', async () => {
    const sheet = 'query_id;faithfulness;faithfulness_manual;faithfulness_pi\na;0,2;0,35;0,25\nb;0,9;80%;\n';
    const report = createMemoryReport(SCORES, { sheet });
    const { desk } = openDesk(report);
    const { version } = await desk.open();
    await desk.save([score('b', '1', 'answer_correctness')], version);
    const cells = await report.cells();
    expect([cells['a']?.['faithfulness_manual'], cells['a']?.['faithfulness_pi']]).toEqual(['0.35', '0.25']);
    expect(cells['b']).toMatchObject({ faithfulness_manual: '80%', answer_correctness_manual: '1' });
  });

  it('lets one writer after the other when several save at once', async () => {
    const { desk, report } = openDesk();
    const { version } = await desk.open();
    const replies = await Promise.all(['0.1', '0.2', '0.3'].map((text) => desk.save([score('a', text)], version)));
    expect(replies.map(({ kind }) => kind)).toEqual(['saved', 'conflict', 'conflict']);
    expect((await report.cells())['a']?.['faithfulness_manual']).toBe('0.1');
  });
});

describe('undo', () => {
  it('takes changes back one by one, the file byte for byte', async () => {
    const { desk, report } = openDesk();
    const first = report.text();
    let { version } = await desk.open();
    const texts: (string | null)[] = [];
    for (const edits of [[score('a', '0.5')], [score('a', '0.6'), score('b', '1')], [score('a', '')]]) {
      texts.push(report.text());
      const reply = await desk.save(edits, version);
      version = reply.kind === 'saved' ? reply.version : null;
    }
    for (const before of texts.reverse()) {
      const reply = await desk.undo(version);
      expect(reply.kind).toBe('saved');
      version = reply.kind === 'saved' ? reply.version : null;
      expect(report.text()).toBe(before);
    }
    expect(report.text()).toBe(first);
    expect(await desk.undo(version)).toMatchObject({ kind: 'saved', samples: [], undo: 0 });
  });

  it('does not touch a cell that somebody else has changed since', async () => {
    const { desk, report } = openDesk();
    await desk.save([score('a', '0.5')], (await desk.open()).version);
    await report.type({ a: { faithfulness_manual: '0.7' } });
    const { version } = await desk.reload();
    expect(await desk.undo(version)).toMatchObject({ kind: 'saved', samples: [] });
    expect((await report.cells())['a']?.['faithfulness_manual']).toBe('0.7');
  });

  it('is a conflict when the file has changed', async () => {
    const { desk, report } = openDesk();
    const reply = await desk.save([score('a', '0.5')], (await desk.open()).version);
    await report.type({ b: { faithfulness_manual: '0.7' } });
    expect(await desk.undo(reply.kind === 'saved' ? reply.version : null)).toEqual({ kind: 'conflict' });
  });
});

describe('a row scored before the inputs changed', () => {
  const stale = (): MemoryReport =>
    createMemoryReport(SCORES, {
      sheet: 'query_id,faithfulness_manual,answer_correctness_manual,inputs_sha256\na,0.5,0.6,0123456789abcdef\n',
    });

  it('is out of date and not reviewed', async () => {
    const sample = await sampleOf(openDesk(stale()).desk, 'a');
    expect(sample?.flags).toContain('stale');
    expect(sample?.flags).not.toContain('reviewed');
  });

  it('becomes one for the inputs of now with a new score, its other scores go, and undo brings all back', async () => {
    const { desk, report } = openDesk(stale());
    const reply = await desk.save([score('a', '0.9')], (await desk.open()).version);
    expect((await report.cells())['a']).toMatchObject({
      faithfulness_manual: '0.9',
      answer_correctness_manual: '',
      inputs_sha256: hashOf('a').slice(0, 16),
    });
    expect((await sampleOf(desk, 'a'))?.flags).not.toContain('stale');
    await desk.undo(reply.kind === 'saved' ? reply.version : null);
    expect((await report.cells())['a']).toMatchObject({
      faithfulness_manual: '0.5',
      answer_correctness_manual: '0.6',
      inputs_sha256: '0123456789abcdef',
    });
  });

  it('stays out of date while only its reason is written', async () => {
    const { desk } = openDesk(stale());
    await desk.save([{ sampleId: 'a', field: 'reason', text: 'why' }], (await desk.open()).version);
    expect((await sampleOf(desk, 'a'))?.flags).toContain('stale');
  });
});

describe('why a sample is worth a look', () => {
  it('follows from scores, sheet and configuration', async () => {
    const { desk } = openDesk(createMemoryReport(SCORES), { highRiskIntents: ['B', 'A/y'] });
    const { samples } = await desk.open();
    const flags = Object.fromEntries(samples.map((sample) => [sample.id, sample.flags]));
    expect(flags).toEqual({
      a: ['failed', 'low', 'unconfirmed', 'unscored', 'scorable'],
      b: ['high_risk', 'unscored', 'scorable'],
      c: ['high_risk', 'unscored', 'scorable'],
    });
  });

  it('a human score confirms a reason and lifts a low score', async () => {
    const { desk } = openDesk();
    await desk.save([score('a', '0.9')], (await desk.open()).version);
    expect((await sampleOf(desk, 'a'))?.flags).toEqual(['failed', 'unscored', 'scorable', 'reviewed']);
  });

  it('a judge that agrees with humans confirms its reasons', async () => {
    const agreement = {
      faithfulness: {
        n: 30,
        n_planned: 30,
        spearman: 0.8,
        mae: 0.1,
        mean_difference: 0,
        mean_difference_ci95: null,
        kappa: 0.4,
        quadratic_kappa: null,
        human_kappa: null,
        state: 'ok',
      },
    };
    const samples = { a: { scores: { faithfulness: 0.2 }, failure_reasons: ['faithfulness_low(0.20)'] } };
    const flagsAt = async (kappa: number): Promise<readonly string[]> => {
      const scores = buildScores(samples, { agreement: { faithfulness: { ...agreement.faithfulness, kappa } } });
      return (await sampleOf(openDesk(createMemoryReport(scores)).desk, 'a'))?.flags ?? [];
    };
    expect(await flagsAt(0.4)).not.toContain('unconfirmed');
    expect(await flagsAt(0.39)).toContain('unconfirmed');
  });

  it('in an audit a sample is reviewed when every planned metric is scored', async () => {
    const report = createMemoryReport(SCORES);
    await report.type({ a: { faithfulness_pi: '0.25', answer_correctness_pi: '0.25', faithfulness_manual: '1' } });
    const { desk } = openDesk(report);
    const { version } = await desk.open();
    expect((await sampleOf(desk, 'a'))?.flags).toContain('audit');
    expect((await sampleOf(desk, 'a'))?.flags).not.toContain('reviewed');
    await desk.save([score('a', '0.9', 'answer_correctness')], version);
    expect((await sampleOf(desk, 'a'))?.flags).toContain('reviewed');
  });

  it('shows the automatic score under a human one that is in force', async () => {
    const override = {
      sample_id: 'a',
      metric: 'faithfulness',
      auto: { value: 0.2, status: 'ok' },
      manual: 0.9,
      reviewer: null,
      reason: null,
      at: '2026-06-02T08:00:00.000Z',
      source: 'per_sample.csv!B2',
      inputs_sha256: hashOf('a'),
    };
    const scores = buildScores(
      { a: { scores: { faithfulness: 0.9 } } },
      { meta: { manual_overrides: 1, overrides: [override] } },
    );
    const cell = (await sampleOf(openDesk(createMemoryReport(scores)).desk, 'a'))?.cells['faithfulness'];
    expect(cell).toMatchObject({ auto: 0.2, manual: '0.9', value: 0.9 });
  });

  it('keeps an intent and a sample named __proto__ apart from everything else', async () => {
    const scores = buildScores(JSON.parse('{"__proto__":{"intent_l1":"__proto__","scores":{"faithfulness":0.2}}}'));
    const { desk, report } = openDesk(createMemoryReport(scores));
    const { version, samples } = await desk.open();
    expect(samples.map(({ id, intentL1 }) => [id, intentL1])).toEqual([['__proto__', '__proto__']]);
    await desk.save([score('__proto__', '1')], version);
    expect(report.text()).toContain('0.2,1');
  });
});
