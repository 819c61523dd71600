import { describe, expect, it } from 'vitest';
import { choose, countFilters, EVERYTHING, intentKey, intentsOf } from '../../page/state/filters.ts';
import type { ReviewSample } from '../../src/index.ts';
import { buildSample } from '../fixtures/build-sample.ts';

const SAMPLES: readonly ReviewSample[] = [
  buildSample('a', {
    flags: ['low', 'scorable'],
    lowest: 0.5,
    question: 'Return the VACUUM?',
    intentL1: 'S',
    intentL2: 'returns',
  }),
  buildSample('b', {
    flags: ['low', 'scorable', 'reviewed', 'dropped'],
    lowest: 0.1,
    intentL1: 'S',
    intentL2: 'returns',
    drop: { metric: 'm', label: 'm', amount: 0.2, before: '', after: '' },
  }),
  buildSample('c', {
    flags: ['dropped'],
    intentL1: 'S',
    intentL2: '保修',
    question: '净水器保修几年',
    drop: { metric: 'm', label: 'm', amount: 0.9, before: '', after: '' },
  }),
];
const ids = (choice: Partial<typeof EVERYTHING>): string => choose(SAMPLES, { ...EVERYTHING, ...choice }).join(' ');

describe('filters', () => {
  it.each([
    ['all', 'a b c'],
    ['low', 'b a'],
    ['dropped', 'c b'],
    ['open', 'a'],
    ['failed', ''],
    ['audit', ''],
  ])('%s shows %j', (filter, shown) => {
    expect(ids({ filter })).toBe(shown);
  });

  it('search finds every word in id, question and intent, whatever the case', () => {
    expect([
      ids({ search: 'vacuum' }),
      ids({ search: 'RETURN  s' }),
      ids({ search: '保修' }),
      ids({ search: 'c 净水器' }),
    ]).toEqual(['a', 'a b', 'c', 'c']);
    expect(ids({ search: 'vacuum 保修' })).toBe('');
  });

  it('an intent and a search narrow what every filter counts', () => {
    const intent = intentKey(SAMPLES[0] ?? buildSample('x'));
    expect(ids({ intent })).toBe('a b');
    expect(countFilters(SAMPLES, { ...EVERYTHING, intent, search: 'vacuum' })).toMatchObject({
      all: 1,
      low: 1,
      dropped: 0,
    });
  });

  it('intents are listed once, in the order of the sheet, with their samples', () => {
    expect(intentsOf(SAMPLES).map(({ l1, l2, n }) => [l1, l2, n])).toEqual([
      ['S', 'returns', 2],
      ['S', '保修', 1],
    ]);
  });
});
