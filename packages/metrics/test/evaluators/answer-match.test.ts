import { describe, expect, it } from 'vitest';
import { createAnswerContains, createAnswerExactMatch } from '../../src/index.ts';
import { evaluate } from './evaluator-input.ts';

describe('matching an answer', () => {
  it('contains any of the expected answers after folding', async () => {
    const score = await evaluate(
      createAnswerContains(),
      { reference_answers: ['three', 'TWO\nyears'] },
      { answer: 'It has Ｔｗｏ   years.' },
    );
    expect(score).toMatchObject({ name: 'answer_contains', value: 1, passed: true });
    expect(await evaluate(createAnswerContains(), { reference_answers: ['three'] }, { answer: 'two' })).toMatchObject({
      value: 0,
      passed: false,
    });
  });

  it('equals any of the expected answers after folding', async () => {
    const exact = createAnswerExactMatch();
    expect(await evaluate(exact, { reference_answers: ['x', 'Two Years'] }, { answer: ' two years ' })).toMatchObject({
      value: 1,
      passed: true,
    });
    expect(await evaluate(exact, { reference_answers: ['Two Years'] }, { answer: 'two years.' })).toMatchObject({
      value: 0,
    });
  });

  it('takes the reference where no answers are listed, or only blank ones', async () => {
    expect(
      await evaluate(createAnswerContains(), { reference: 'two', reference_answers: [' '] }, { answer: 'two years' }),
    ).toMatchObject({ value: 1 });
  });

  it('is skipped without an expected answer, and never contains the empty one', async () => {
    expect(await evaluate(createAnswerContains(), { reference: ' ' }, { answer: 'x' })).toMatchObject({
      value: null,
      metadata: { skipped: true, code: 'no_reference' },
    });
  });

  it('has no value where no answer was made, and 0 for a blank one', async () => {
    expect(await evaluate(createAnswerContains(), { reference: 'x' }, { answer: null })).toMatchObject({
      value: null,
      metadata: { missing: 'answer' },
    });
    expect(await evaluate(createAnswerContains(), { reference: 'x' }, { answer: '' })).toMatchObject({ value: 0 });
  });
});
