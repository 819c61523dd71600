import { describe, expect, it } from 'vitest';
import { trainIntentClassifier } from '../src/intent-classifier.ts';

describe('trainIntentClassifier', () => {
  it('follows add-one naive Bayes', () => {
    // Terms: a = {red, red}, b = {red, blue}; vocabulary 2. P(red|a) = (2+1)/(2+2), P(red|b) = (1+1)/(2+2): 3/4 against 2/4.
    const guess = trainIntentClassifier(
      [
        { intent_l2: 'a', examples: ['red red'] },
        { intent_l2: 'b', examples: ['red', 'blue'] },
      ],
      1,
    )('red');
    expect(guess?.intent).toBe('a');
    expect(guess?.confidence).toBeCloseTo(3 / 5, 12);
  });
  it('guesses the first of equally likely intents', () => {
    const guess = trainIntentClassifier([
      { intent_l2: 'x', examples: ['same'] },
      { intent_l2: 'y', examples: ['same'] },
    ])('same');
    expect(guess).toEqual({ intent: 'x', confidence: 0.5 });
  });
  it('guesses nothing for a text without a known term', () => {
    expect(trainIntentClassifier([{ intent_l2: 'x', examples: ['one'] }])('two')).toBeNull();
  });
  it('guesses nothing without intents', () => {
    expect(trainIntentClassifier([])('two')).toBeNull();
  });
});
