import { createMessages, type RenderInput } from '@reportcard/renderer-kit';
import { buildFixtureInput, createFixtureGate, type FixtureCase } from '@reportcard/renderer-kit/testing';
import { describe, expect, it } from 'vitest';
import { type Action, deriveActions } from '../../src/model/action.ts';
import { createDeckModel, type DeckModel } from '../../src/model/deck-model.ts';

/** Two intents of ten samples: the first hits in 5 of 10, the second in 9 of 10; overall 14 of 20 = 0.7. */
function createTwoIntents(): FixtureCase[] {
  return Array.from({ length: 20 }, (_, index): FixtureCase => {
    const weak = index < 10;
    const hit = index % 10 < (weak ? 5 : 9);
    return {
      query_id: `Q${index}`,
      intent_l1: 'L1',
      intent_l2: weak ? 'weak' : 'strong',
      scores: { 'hit@5': hit ? 1 : 0 },
      failure_reasons: hit ? [] : ['hit@5_miss', ...(weak ? ['answer_correctness_low(0.20)'] : [])],
    };
  });
}

function createModel(input: RenderInput, options: Partial<DeckModel['options']> = {}): DeckModel {
  const context = { now: new Date(0), locale: 'en', messages: createMessages('en'), log: () => undefined };
  const complete = { theme: 'light' as const, targets: {}, title: null, templates: {}, messages: {}, owners: {} };
  return createDeckModel(input, { ...complete, ...options }, context);
}

const byId = (actions: readonly Action[], id: string): Action[] => actions.filter((action) => action.id === id);

describe('deriveActions', () => {
  const input = buildFixtureInput(createTwoIntents());

  it('says what lifting the weakest intent to its target brings: 10 × (0.9 − 0.5) / 20 = 20 pp', () => {
    const [slice] = byId(deriveActions(createModel(input, { targets: { 'hit@5': 0.9 } })), 'slice');
    expect(slice?.title).toBe('Mend “weak”');
    expect(slice?.detail).toBe('Hit@5 is only 50.0% (n=10), 90.0% is the target');
    expect(slice?.gain).toBe('at target: overall +20.0 pp');
  });

  it('lifts to the overall value where no target is set: 10 × (0.7 − 0.5) / 20 = 10 pp', () => {
    const [slice] = byId(deriveActions(createModel(input)), 'slice');
    expect(slice?.gain).toBe('at the overall level: +10.0 pp');
  });

  it('counts the wrong answers that never had their document', () => {
    const [retrieval] = byId(deriveActions(createModel(input)), 'retrieval');
    expect(retrieval?.detail).toBe('5 of 5 wrong answers never had their document');
    expect(retrieval?.gain).toBe('5 may be fixed with it');
  });

  it('promises a passing gate only where the metric is the one failed rule', () => {
    const one = { ...input, gate: onlyRule(input, ['hit@5']) };
    const [metric] = byId(deriveActions(createModel(one)), 'metric');
    expect(metric?.gain).toBe('the gate can pass');
    const both = { ...input, gate: onlyRule(input, ['hit@5', 'mrr@10'], 'fail') };
    const [first] = byId(deriveActions(createModel(both)), 'metric');
    expect(first?.gain).toBe('failed gates 2 → 1');
  });

  it('writes owners by intent, by metric or by kind of action', () => {
    const actions = deriveActions(createModel(input, { owners: { weak: 'retrieval team', retrieval: 'search' } }));
    expect(byId(actions, 'slice')[0]?.owner).toBe('retrieval team');
    expect(byId(actions, 'retrieval')[0]?.owner).toBe('search');
  });

  it('gives at most four, and none without samples', () => {
    expect(deriveActions(createModel(input, { targets: { 'hit@5': 0.9 } })).length).toBeLessThanOrEqual(4);
    expect(deriveActions(createModel(buildFixtureInput([])))).toEqual([]);
  });
});

function onlyRule(input: RenderInput, metrics: readonly string[], verdict?: 'fail'): NonNullable<RenderInput['gate']> {
  const gate = createFixtureGate(input.scores);
  const rules = gate.rules
    .filter((rule) => metrics.includes(rule.metric))
    .map((rule) => ({ ...rule, verdict: verdict ?? rule.verdict }));
  return { ...gate, verdict: 'fail', rules };
}
