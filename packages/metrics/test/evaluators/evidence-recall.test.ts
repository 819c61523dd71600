import type { EvidenceItem } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createEvidenceRecallAtK } from '../../src/index.ts';
import { evaluate } from './evaluator-input.ts';

const at5 = createEvidenceRecallAtK(5);

type Item = Partial<EvidenceItem>;
type Result = { id?: string; text?: string; source?: object; metadata?: object };

async function recall(evidence: Item[], results: Result[], evaluator = at5): Promise<unknown> {
  const subject = { evidence: evidence as EvidenceItem[] };
  return (
    await evaluate(evaluator, subject, { results: results.map((item) => ({ id: 'r', ...item })) as { id: string }[] })
  ).value;
}

describe('evidence recall', () => {
  it('is the share of evidence items found, with what is missing', async () => {
    const evidence = ['a', 'b', 'c'].map((id) => ({ locator: { document_id: id } })) as unknown as EvidenceItem[];
    const score = await evaluate(
      at5,
      { evidence },
      {
        results: [
          { id: '1', source: { document_id: 'c' } },
          { id: '2', source: { document_id: 'a' } },
        ],
      },
    );
    expect(score).toEqual({
      name: 'evidence_recall@5',
      value: 2 / 3,
      passed: false,
      metadata: { matched: 2, expected: 3, missing: [1] },
    });
  });

  it('looks at the first k raw results, duplicates included', async () => {
    const results = [
      { source: { document_id: 'x' } },
      { source: { document_id: 'x' } },
      { source: { document_id: 'a' } },
    ];
    const evidence = [{ locator: { document_id: 'a' } }] as Item[];
    expect(await recall(evidence, results, createEvidenceRecallAtK(2))).toBe(0);
    expect(await recall(evidence, results, createEvidenceRecallAtK(3))).toBe(1);
  });

  it('is skipped, not 0, for a case without evidence', async () => {
    const score = await evaluate(at5, {}, { results: [{ id: '1' }] });
    expect(score).toEqual({
      name: 'evidence_recall@5',
      value: null,
      passed: null,
      metadata: { skipped: true, code: 'no_label' },
    });
  });

  it.each<[string, Item, Result, number]>([
    [
      'every key equal',
      { locator: { document_id: 'd', page_index: 4 } },
      { source: { document_id: 'd', page_index: 4 } },
      1,
    ],
    [
      'a key in the metadata of the result',
      { locator: { document_id: 'd', page_index: 4 } },
      { source: { document_id: 'd' }, metadata: { page_index: 4 } },
      1,
    ],
    ['a number written as text', { locator: { page_index: 4 } }, { source: { page_index: '4' } }, 1],
    [
      'another page',
      { locator: { document_id: 'd', page_index: 4 } },
      { source: { document_id: 'd', page_index: 5 } },
      0,
    ],
    ['an absent key', { locator: { document_id: 'd', page_index: 4 } }, { source: { document_id: 'd' } }, 0],
    ['page 0 where the result has none', { locator: { page_index: 0 } }, { source: {} }, 0],
    ['a plural form', { locator: { document_id: 'd' } }, { source: { document_ids: ['c', 'd'] } }, 1],
    ['a plural form without it', { locator: { document_id: 'd' } }, { metadata: { document_ids: ['c'] } }, 0],
    ['plural pages', { locator: { page_index: 4 } }, { source: { page_indices: [3, 4] } }, 1],
    [
      'a key that is null, which names nothing',
      { locator: { document_id: 'd', chunk_id: null } },
      { source: { document_id: 'd' } },
      1,
    ],
    [
      'a locator whose texts contain each other',
      { locator: { document_id: 'd' }, text: 'Two  YEARS' },
      { source: { document_id: 'd' }, text: 'warranty: two years.' },
      1,
    ],
    [
      'a locator whose texts differ',
      { locator: { document_id: 'd' }, text: 'two years' },
      { source: { document_id: 'd' }, text: 'blue' },
      0,
    ],
    [
      'a locator whose item has a blank text',
      { locator: { document_id: 'd' }, text: '  ' },
      { source: { document_id: 'd' }, text: 'blue' },
      1,
    ],
    [
      'a locator whose result has no text',
      { locator: { document_id: 'd' }, text: 'two years' },
      { source: { document_id: 'd' } },
      1,
    ],
    ['text alone, the result the longer one', { text: '保修２年' }, { text: '本产品保修2年，全国联保' }, 1],
    ['text alone, the result the shorter one', { text: 'a long piece of evidence' }, { text: 'piece of' }, 1],
    ['text alone against a blank result', { text: 'a' }, { text: ' ' }, 0],
    ['text before reference id', { text: 'a', reference_id: 'r' }, { id: 'r', text: 'b' }, 0],
    ['reference id against the result', { reference_id: 'r7' }, { id: 'r7' }, 1],
    ['reference id against the document', { reference_id: 'd' }, { source: { document_id: 'd' } }, 1],
    ['another reference id', { reference_id: 'r8' }, { id: 'r7' }, 0],
    ['nothing to match by', {}, { id: 'r7', text: 'a' }, 0],
  ])('matches by %s', async (_, item, found, expected) => {
    expect(await recall([item], [found])).toBe(expected);
  });
});
