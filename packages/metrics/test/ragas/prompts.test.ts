import { RAGAS_ORDER } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { chooseLanguage, measureHanShare, resolvePolicies, scoreRagas } from '../../src/index.ts';
import { type PromptName, promptVersion, systemText } from '../../src/ragas/prompt-set.ts';
import { result, sampleRecord } from '../sample-record.ts';
import { createStubEmbedder, createStubJudge, verdictsExcept } from './stub-judge.ts';

const NAMES: PromptName[] = ['decompose', 'verify', 'question', 'classify', 'useful', 'useful_batch'];

/** Keys that an answer must have, by prompt. */
const KEYS: Record<PromptName, string[]> = {
  decompose: ['"statements"', '"noncommittal"'],
  verify: ['"verdicts"', '"i"', '"why"', '"ok"'],
  question: ['"question"', '"noncommittal"'],
  classify: ['"answer"', '"reference"', '"i"', '"ok"'],
  useful: ['"why"', '"useful"'],
  useful_batch: ['"contexts"', '"i"', '"why"', '"useful"'],
};

describe.each(['zh', 'en'] as const)('the %s prompts', (language) => {
  it.each(NAMES)('say JSON and name the ASCII keys of the answer: %s', (name) => {
    const text = systemText(name, language);
    expect(text).toContain('JSON');
    for (const key of KEYS[name]) expect(text).toContain(key);
  });

  it('have a version each', () => {
    expect(new Set(NAMES.map((name) => promptVersion(name, language))).size).toBe(NAMES.length);
  });
});

describe('the language of a prompt', () => {
  it.each([
    ['这款门锁保修两年。', 'zh'],
    ['请在 Settings 里打开 Bluetooth，然后重启设备', 'zh'],
    ['iPhone 15 Pro Max 支持 USB-C 和 MagSafe 充电', 'en'],
    ['The lock has two years of warranty.', 'en'],
    ['このロックの保証期間は二年です。', 'en'],
    ['42', 'en'],
    ['', 'en'],
  ])('of %j is %s', (text, language) => {
    expect(chooseLanguage(text)).toBe(language);
  });

  it('counts a Latin word once', () => {
    expect(measureHanShare('保修 warranty')).toBeCloseTo(2 / 3, 12);
    expect(measureHanShare('…')).toBe(0);
  });

  it('is the response’s, but the reference’s for its decomposition and for the context metrics', async () => {
    const judge = createStubJudge({
      decompose: () => ({ statements: ['s'], noncommittal: 0 }),
      verify: verdictsExcept(),
      question: () => ({ question: 'q', noncommittal: 0 }),
      classify: () => ({ answer: [{ i: 0, ok: 1 }], reference: [{ i: 0, ok: 1 }] }),
      useful: () => ({ why: '', useful: 1 }),
    });
    const record = sampleRecord({
      reference: '保修两年。',
      response: { results: [result('a')], answer: 'Two years of warranty.' },
    });
    await scoreRagas(record, RAGAS_ORDER, {
      judge,
      embedder: createStubEmbedder({}),
      policies: resolvePolicies('default'),
    });
    expect(judge.requests.map(({ prompt_version }) => prompt_version).sort()).toEqual([
      'classify/en/1',
      'decompose/en/1',
      'decompose/zh/1',
      'question/en/1',
      'question/en/1',
      'question/en/1',
      'useful/zh/1',
      'verify/en/1',
      'verify/zh/1',
    ]);
  });
});
