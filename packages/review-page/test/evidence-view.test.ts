import { EvidenceRecordSchema } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createEvidenceView, readUsefulness } from '../src/evidence-view.ts';
import { PLAIN_NAMES } from '../src/index.ts';

function evidence(details: object, more: object = {}) {
  return EvidenceRecordSchema.parse({
    sample_id: 'a',
    metric: 'faithfulness',
    inputs_sha256: 'x',
    fingerprint: { judge: 'j', model: 'm', prompt: 'p', params: '' },
    value: 0.5,
    status: 'ok',
    decided_by: 'judge',
    details,
    ...more,
  });
}

const groups = (details: object) => createEvidenceView(evidence(details), 'ratio', PLAIN_NAMES).groups;

describe('evidence for a reviewer', () => {
  it('joins statements with the verdicts that carry their number', () => {
    const verdicts = [
      { i: 1, ok: 0, why: ' not there ' },
      { i: 0, ok: 1, why: '' },
    ];
    expect(groups({ statements: ['one', 'two', 'three'], verdicts })).toEqual([
      {
        title: 'evidence.statements',
        items: [
          { text: 'one', ok: true, why: '' },
          { text: 'two', ok: false, why: 'not there' },
          { text: 'three', ok: null, why: '' },
        ],
      },
    ]);
  });

  it('shows both sides of answer correctness', () => {
    const found = groups({
      answer_statements: ['said'],
      answer: [{ i: 0, ok: 1 }],
      reference_statements: ['wanted', 'missed'],
      reference: [
        { i: 0, ok: 1 },
        { i: 1, ok: 0 },
      ],
    });
    expect(found.map(({ title, items }) => [title, items.map(({ ok }) => ok)])).toEqual([
      ['evidence.answer_statements', [true]],
      ['evidence.reference_statements', [true, false]],
    ]);
  });

  it('shows generated questions with their closeness', () => {
    const questions = [{ question: 'Q?', noncommittal: 0, cosine: 0.87654 }];
    expect(groups({ questions })[0]?.items).toEqual([{ text: 'Q?', ok: null, why: 'cos 0.877' }]);
  });

  it('reads what it does not know as nothing, whatever it is', () => {
    for (const details of [{}, { statements: 'x' }, { statements: [1, null], verdicts: 'y' }, { questions: [null, 3] }])
      expect(() => groups(details)).not.toThrow();
    expect(groups({})).toEqual([]);
  });

  it('drops characters that turn the direction of text', () => {
    expect(groups({ statements: ['a\u202eb\u0000'], verdicts: [] })[0]?.items[0]?.text).toBe('ab');
  });

  it('shows repeats only where there are several', () => {
    const repeat = { value: 0.25, status: 'ok' };
    const view = (repeats: object[]) => createEvidenceView(evidence({}, { repeats }), 'ratio', PLAIN_NAMES).repeats;
    expect(view([repeat])).toEqual([]);
    expect(view([repeat, { value: null, status: 'judge_error', code: 'truncated' }])).toEqual([
      '0.25',
      'judge_error: truncated',
    ]);
  });

  it('tells which contexts were useful', () => {
    const useful = readUsefulness([
      evidence({
        useful: [
          { i: 0, useful: 1, why: '' },
          { i: 2, useful: 0, why: 'off topic' },
        ],
      }),
    ]);
    expect([useful.get(0)?.ok, useful.get(1)?.ok, useful.get(2)?.ok, useful.get(2)?.why]).toEqual([
      true,
      undefined,
      false,
      'off topic',
    ]);
  });
});
