import { createRecord, type GateReport, type GateRuleResult } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createMessages, createReportModel, freezeDeep, metricsOf, type RenderInput } from '../../src/index.ts';
import { buildFixtureInput, createFixture, createOrdinaryCases, FIXTURES } from '../../src/testing/index.ts';

const en = createMessages('en');

function modelOf(name: string) {
  return createReportModel(createFixture(name), en);
}

function createRule(part: Partial<GateRuleResult>): GateRuleResult {
  return {
    rule: 'hit@5>=0.6',
    metric: 'hit@5',
    slice: null,
    kind: 'min',
    threshold: 0.6,
    value: 0.5,
    baseline: null,
    n: 22,
    coverage: 1,
    ci95: null,
    basis: 'value',
    verdict: 'fail',
    message: 'too low',
    ...part,
  };
}

function withRules(...parts: Partial<GateRuleResult>[]): RenderInput {
  const rules = parts.map(createRule);
  const verdict = rules.some((rule) => rule.verdict === 'fail') ? 'fail' : 'inconclusive';
  const gate: GateReport = { schema_version: 1, run_id: 'r', baseline_run_id: null, verdict, rules, warnings: [] };
  return { ...buildFixtureInput(createOrdinaryCases()), gate };
}

describe('createReportModel', () => {
  it.each(FIXTURES.map((fixture) => fixture.name))('builds a model of the fixture "%s"', (name) => {
    expect(Object.keys(modelOf(name).by_id)).toHaveLength(22);
  });

  it('gives an equal model for equal input, and is frozen', () => {
    const model = modelOf('full');
    expect(modelOf('full')).toEqual(model);
    expect([model, model.metrics, model.metrics[0], model.l2, model.l2[0]].every(Object.isFrozen)).toBe(true);
  });

  it('neither changes nor freezes its input', () => {
    const input = createFixture('full');
    createReportModel(input, en);
    expect(input.scores).toEqual(createFixture('full').scores);
    expect(input.failures).toEqual(createFixture('full').failures);
    expect(input.history).toEqual(createFixture('full').history);
    expect(Object.isFrozen(input.scores.overall)).toBe(false);
    expect(Object.isFrozen(input.history?.[0])).toBe(false);
    expect(() => createReportModel(freezeDeep(createFixture('full')), en)).not.toThrow();
  });

  it('has the values, counts and intervals that stand in the scores', () => {
    const { scores } = createFixture('full');
    for (const row of modelOf('full').metrics) {
      expect(row.value).toBe(scores.overall[row.id]);
      expect(row.n_scored).toBe(scores.stats.overall[row.id]?.n_scored);
      expect(row.ci95).toEqual(scores.stats.overall[row.id]?.ci95);
    }
  });

  it('keeps metrics in report order and tells groups apart', () => {
    const model = modelOf('full');
    expect(model.metrics.slice(0, 4).map((row) => row.id)).toEqual(['intent_top1', 'hit@1', 'hit@3', 'hit@5']);
    expect(metricsOf(model, 'ragas').map((row) => row.id)).toEqual([
      'faithfulness',
      'answer_relevancy',
      'answer_correctness',
      'context_precision',
      'context_recall',
    ]);
    expect(metricsOf(model, 'lexical')).toEqual([]);
  });

  it('lists the facts of the run', () => {
    const facts = Object.fromEntries(modelOf('full').run.facts.map((fact) => [fact.id, fact.value]));
    expect(facts).toEqual({
      dataset: 'golden_set v12',
      samples: '139',
      system: 'assistant-rag v1.8.2',
      judge: 'judge-large × 3',
      recorded_at: '2026-06-01 14:30 +08:00',
      baseline: 'v1_20260525_101500',
      commit: '3f9c2ab',
    });
  });

  it('says none for a judge that was not there and null for a baseline that was not given', () => {
    const facts = Object.fromEntries(modelOf('bare scores').run.facts.map((fact) => [fact.id, fact.value]));
    expect(facts['baseline']).toBeNull();
    expect(modelOf('no judge').run.facts.find((fact) => fact.id === 'judge')?.value).toBe('none');
  });
});

describe('slices', () => {
  it('are sorted worst first in the headline metric', () => {
    const model = modelOf('full');
    expect(model.headline_metric?.id).toBe('hit@5');
    expect(model.l2.map((row) => [row.key, row.cells['hit@5']?.text])).toEqual([
      ['S1_选购推荐', '59.1%'],
      ['O5_以旧换新', '66.7%'],
      ['S6_兼容性', '71.4%'],
      ['S5_参数对比', '78.9%'],
      ['A1_登录找回', '82.4%'],
      ['O1_物流查询', '96.3%'],
      ['S14_退换货咨询', '100%'],
    ]);
  });

  it('carry their first-level intent, counts and the small mark', () => {
    const row = modelOf('full').l2[1];
    expect(row).toMatchObject({ parent: 'ORDER', n_total: 9, n_scored: 9, coverage: 1, small: true });
  });

  it('never make a headline on few samples', () => {
    const cases = createOrdinaryCases().filter((fixture) => fixture.intent_l2 !== 'S1_选购推荐');
    const model = createReportModel(buildFixtureInput(cases), en);
    expect(model.l2[0]?.key).toBe('O5_以旧换新');
    expect(model.weakest?.key).toBe('S6_兼容性');
    expect(model.headline.risk).toBe('Weakest point: “S6_兼容性” reaches only 71.4% in Hit@5');
  });

  it('have no weakest one where all are equal or nothing was measured', () => {
    expect(modelOf('all pass').weakest).toBeNull();
    expect(modelOf('all null').weakest).toBeNull();
    expect(modelOf('no samples').weakest).toBeNull();
  });

  it('put slices without a value last', () => {
    const cases = createOrdinaryCases().map((fixture) =>
      fixture.intent_l2 === 'S1_选购推荐' ? { ...fixture, scores: {} } : fixture,
    );
    const { l2 } = createReportModel(buildFixtureInput(cases), en);
    expect(l2.at(-1)).toMatchObject({ key: 'S1_选购推荐', n_scored: 0, n_total: 22 });
    expect(l2.at(-1)?.cells['hit@5']?.text).toBe('—');
  });

  it('use the target of their own rule before the overall one', () => {
    const input = withRules(
      { verdict: 'pass', threshold: 0.5 },
      { slice: { dimension: 'l2', key: 'S6_兼容性' }, threshold: 0.9, value: 0.714 },
    );
    const model = createReportModel(input, en);
    const thresholds = Object.fromEntries(model.l2.map((row) => [row.key, row.cells['hit@5']?.target?.threshold]));
    expect(thresholds['S6_兼容性']).toBe(0.9);
    expect(thresholds['S5_参数对比']).toBe(0.5);
    expect(model.by_id['hit@5']?.target?.threshold).toBe(0.5);
  });

  it('accept any intent name as a key', () => {
    const { l1 } = modelOf('hostile text');
    expect(l1.map((row) => row.key)).toContain('__proto__');
  });
});

describe('headlines', () => {
  it('name the first failed rule and count the others', () => {
    expect(modelOf('full').headline.verdict).toBe('Hit@5 82.7% misses its target of ≥ 90.0%; 2 more rules failed');
  });

  it('name the slice of a failed rule', () => {
    const input = withRules({ slice: { dimension: 'l2', key: 'S1_选购推荐' }, value: 0.59 });
    expect(createReportModel(input, en).headline.verdict).toBe('Hit@5 of “S1_选购推荐” is 59.0%, target ≥ 60.0%');
  });

  it('count rules that could not be judged', () => {
    const input = withRules({ verdict: 'inconclusive' }, { verdict: 'inconclusive' });
    expect(createReportModel(input, en).headline.verdict).toBe('Too little was measured for 2 rules');
  });

  it('say so without rules, and without samples', () => {
    expect(modelOf('bare scores').headline.verdict).toBe('No rules configured');
    expect(modelOf('no samples with a gate').headline.verdict).toBe('The run holds no samples');
    expect(modelOf('all pass').headline.verdict).toBe('All 7 rules are met');
  });

  it('print what a rule judges besides metrics', () => {
    const input = withRules(
      { metric: 'failures:hit@5_miss', kind: 'max', threshold: 5, value: 24 },
      { metric: 'failure_rate', kind: 'max', threshold: 0.1, value: 0.1727 },
      { metric: 'cost:tokens', kind: 'max', threshold: 1000, value: 2000 },
    );
    const shown = createReportModel(input, en).gate?.rules.map((rule) => [rule.label, rule.shown.value]);
    expect(shown).toEqual([
      ['Failures: not among the first 5', '24'],
      ['Failed samples', '17.3%'],
      ['Judge cost: tokens', '2,000'],
    ]);
  });
});

describe('changes since the baseline', () => {
  it('say better or worse by the test, not by the sign', () => {
    const { by_id } = modelOf('full');
    expect(by_id['intent_top1']?.delta).toMatchObject({ mark: '▲', text: '+3.2 pp', significant: true });
    expect(by_id['ttft_p50_ms']?.delta).toMatchObject({ mark: '▲', text: '−32 ms' });
    expect(by_id['hit@3']?.delta).toMatchObject({ mark: '≈', text: '+1.1 pp', significant: false });
  });

  it('are null without a comparison', () => {
    expect(modelOf('bare scores').by_id['hit@5']?.delta).toBeNull();
  });
});

describe('failures and cases', () => {
  it('count causes and combinations as the scores do', () => {
    const { failures } = modelOf('full');
    expect(failures).toMatchObject({ n_failed: 24, n_total: 139, shown_rate: '17.3%', n_multi_cause: 24, n_new: 1 });
    expect(failures.combinations).toEqual([
      {
        reasons: ['hit@5_miss', 'answer_correctness_low'],
        labels: ['not among the first 5', 'wrong answer'],
        n: 24,
        share: 1,
      },
    ]);
  });

  it('have no rate without samples', () => {
    expect(modelOf('no samples').failures).toMatchObject({ rate: null, shown_rate: '—' });
  });

  it('put cases with most causes and the lowest correctness first', () => {
    const cases = createOrdinaryCases().slice(0, 4);
    const reasons = [
      ['hit@5_miss'],
      ['hit@5_miss', 'answer_correctness_low(0.40)'],
      ['hit@5_miss', 'answer_correctness_low(0.10)'],
      [],
    ];
    const correctness = [0.9, 0.4, 0.1, 1];
    const input = buildFixtureInput(
      cases.map((fixture, index) => ({
        ...fixture,
        scores: { answer_correctness: correctness[index] ?? 0 },
        failure_reasons: reasons[index] ?? [],
      })),
    );
    expect(createReportModel(input, en).cases.map((view) => [view.query_id, view.failure_line])).toEqual([
      ['S1-03', 3],
      ['S1-02', 2],
      ['S1-01', 1],
    ]);
  });

  it('tell where a case stands in the run file and what was expected', () => {
    const [first] = modelOf('full').cases;
    expect(first?.run_line).toEqual({ path: 'runs/v1_20260601_143022.jsonl', line: 14 });
    expect(first?.expected).toEqual(['guide-1']);
    expect(first?.retrieved).toEqual([
      { id: 'faq-7', hit: false },
      { id: 'faq-9', hit: false },
    ]);
    expect(first?.reasons[1]).toEqual({ id: 'answer_correctness_low', label: 'wrong answer', value: '0.10' });
  });

  it('clean and cut texts once', () => {
    const texts = modelOf('hostile text').cases.flatMap((view) => [view.user_input ?? '', view.answer ?? '']);
    expect(Math.max(...texts.map((text) => text.length))).toBe(601);
    expect(texts.join('')).not.toMatch(/[\u0000-\u0008\u202e\u2028]|\p{Surrogate}/u);
  });

  it('have no texts when only the scores are at hand, and that is said', () => {
    const model = modelOf('bare scores');
    expect(model.cases[0]).toMatchObject({ user_input: null, answer: null, retrieved: null, run_line: null });
    expect(model.warnings).toContain('Only the scores were at hand: questions and answers are left out.');
  });
});

describe('unscored samples', () => {
  it('are counted by metric, status and code', () => {
    const rows = modelOf('no judge').unscored;
    expect(rows.map(({ metric, status, code, n }) => [metric, status, code, n])).toEqual([
      ['faithfulness', 'skipped', 'no_judge', 139],
      ['answer_relevancy', 'skipped', 'no_judge', 139],
      ['answer_correctness', 'skipped', 'no_judge', 139],
      ['context_precision', 'skipped', 'no_judge', 139],
      ['context_recall', 'skipped', 'no_judge', 139],
    ]);
    expect(rows[0]).toMatchObject({ status_label: 'not asked', code_label: 'no judge configured' });
  });

  it('agree with the counts beside the value', () => {
    const { by_id, unscored } = modelOf('all null');
    expect(by_id['faithfulness']).toMatchObject({ n_scored: 0, n_missing: 12, value: null });
    expect(by_id['faithfulness']?.missing).toEqual([{ status: 'judge_error', n: 12 }]);
    expect(unscored.find((row) => row.metric === 'faithfulness')?.n).toBe(12);
  });
});

describe('human scores', () => {
  it('stand beside what they replaced', () => {
    const { overrides } = modelOf('full');
    expect(overrides).toMatchObject({ n: 2, n_samples: 2, policy: 'manual_first' });
    expect(overrides.rows.map((row) => [row.sample_id, row.before, row.after])).toEqual([
      ['S1-01', '0.350', '1'],
      ['S1-02', 'judge: answer cut off', '0.800'],
    ]);
    expect(overrides.effects.map((effect) => [effect.metric, effect.shown.before])).toEqual([
      ['faithfulness', '0.500'],
      ['answer_correctness', '0.500'],
    ]);
  });

  it('have empty lists where there are none', () => {
    expect(modelOf('all pass').overrides).toMatchObject({ n: 0, rows: [], effects: [], stale: [] });
  });
});

describe('audits and query modes', () => {
  const base = createFixture('full');
  const agreement = {
    n: 20,
    n_planned: 30,
    spearman: 0.7,
    mae: 0.1,
    mean_difference: 0.02,
    mean_difference_ci95: null,
    kappa: 0.5,
    quadratic_kappa: null,
    human_kappa: null,
    state: 'ok',
  };

  it('show labels, agreement and the corrected mean', () => {
    const corrected = { value: 0.8, ci95: [0.7, 0.9] as [number, number], n_labelled: 20, n_planned: 30, state: 'ok' };
    const scores = {
      ...base.scores,
      agreement: createRecord([['faithfulness', agreement]]),
      corrected: createRecord([['faithfulness', corrected]]),
    };
    const [row] = createReportModel({ ...base, scores }, en).audit;
    expect(row).toMatchObject({ metric: 'faithfulness', n_labelled: 20, n_planned: 30, state: '20 of 30 labelled' });
    expect(row?.shown).toMatchObject({ corrected: '0.800', corrected_ci95: '0.700 – 0.900', kappa: '0.500' });
  });

  it('say where labels are too few', () => {
    const few = { ...agreement, n: 4, kappa: null, state: 'not_enough_labels' };
    const scores = { ...base.scores, agreement: createRecord([['faithfulness', few]]) };
    const [row] = createReportModel({ ...base, scores }, en).audit;
    expect(row).toMatchObject({ state: 'not enough labels (4 of 30)' });
    expect(row?.shown.kappa).toBe('—');
  });

  it('stand side by side', () => {
    const { overall, by_intent_l1, by_intent_l2, by_label, stats } = base.scores;
    const groups = { overall, by_intent_l1, by_intent_l2, by_label, stats };
    const scores = {
      ...base.scores,
      by_query_mode: createRecord([
        ['vector', groups],
        ['hybrid', groups],
      ]),
    };
    const { modes } = createReportModel({ ...base, scores }, en);
    expect(modes.map((mode) => mode.mode)).toEqual(['vector', 'hybrid']);
    expect(modes[0]?.metrics.find((row) => row.id === 'hit@5')?.shown.value).toBe('82.7%');
  });
});
