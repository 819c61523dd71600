import { describe, expect, it } from 'vitest';
import {
  COUNT,
  DECIMAL,
  MILLISECONDS,
  PERCENT,
  SHORT_DECIMAL,
  shortStyle,
  styleOf,
  WHOLE_PERCENT,
} from '../../src/index.ts';

describe('styleOf', () => {
  it.each(['hit@5', 'recall@10', 'intent_top1', 'false_refusal_rate', 'evidence_recall@3'])(
    '%s is a percentage',
    (id) => {
      expect(styleOf(id, { unit: 'ratio' })).toBe(PERCENT);
    },
  );

  it.each(['mrr@10', 'faithfulness', 'lex_faithfulness', 'beir_ndcg@10', 'my_own'])('%s is a decimal', (id) => {
    expect(styleOf(id, { unit: 'ratio' })).toBe(DECIMAL);
  });

  it('goes by the unit first', () => {
    expect(styleOf('ttft_p50_ms', { unit: 'ms' })).toBe(MILLISECONDS);
    expect(styleOf('some_rate', { unit: 'count' })).toBe(COUNT);
  });
});

describe('shortStyle', () => {
  it('drops digits of ratios only', () => {
    expect(shortStyle(PERCENT)).toBe(WHOLE_PERCENT);
    expect(shortStyle(DECIMAL)).toBe(SHORT_DECIMAL);
    expect(shortStyle(MILLISECONDS)).toBe(MILLISECONDS);
  });
});
