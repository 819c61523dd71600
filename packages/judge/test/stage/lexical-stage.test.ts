import { createMemoryStore } from '@reportcard/object-store';
import { describe, expect, it } from 'vitest';
import { createJudgeStage } from '../../src/index.ts';
import { scoreAll } from '../open-stage.ts';
import { policies, sampleTask } from '../sample-task.ts';

const open = () => createJudgeStage({ config: { kind: 'lexical' }, store: createMemoryStore(), seed: 'run-1' });

describe('the lexical judge', () => {
  it('fills metrics of its own, decided by nobody but itself', async () => {
    const stage = await open();
    const metrics = stage.definitions.map(({ id }) => id);
    expect(metrics).toEqual([
      'lex_faithfulness',
      'lex_answer_correctness',
      'lex_context_precision',
      'lex_context_recall',
    ]);
    expect(stage.definitions.every(({ group }) => group === 'lexical')).toBe(true);
    const { evidence, ledger } = await scoreAll(stage, [sampleTask('Q1', {}, metrics)]);
    expect(Object.values(evidence).every(({ decided_by, status }) => decided_by === 'lexical' && status === 'ok')).toBe(
      true,
    );
    expect(ledger).toMatchObject({ calls: 0, money: null, budget_exhausted: false });
    // "it is painted red" shares no unit with the contexts, the other sentence all but "has".
    expect(evidence['Q1/lex_faithfulness']?.value).toBeCloseTo(6 / 7 / 2, 12);
  });

  it('costs nothing and depends on nothing but the texts', async () => {
    const stage = await open();
    expect(await stage.estimate([sampleTask('Q1', {}, ['lex_faithfulness'])], policies)).toMatchObject({
      calls: 0,
      max_calls: 0,
      money: null,
    });
    expect(stage.fingerprint('lex_faithfulness', policies)).toEqual(stage.fingerprint('lex_context_recall', policies));
  });

  it('has the populations and rules of the judged metrics', async () => {
    const stage = await open();
    const { record } = sampleTask('Q1', { should_refuse: true });
    expect(stage.stateOf(record, 'lex_faithfulness', policies)).toMatchObject({
      status: 'not_applicable',
      code: 'should_refuse',
    });
    expect(stage.stateOf(sampleTask('Q1').record, 'lex_faithfulness', policies)).toBeNull();
  });
});

it('no judge is no judge stage', async () => {
  await expect(
    createJudgeStage({ config: { kind: 'none' }, store: createMemoryStore(), seed: 's' }),
  ).rejects.toMatchObject({ code: 'config' });
});
