import { describe, expect, it } from 'vitest';
import {
  codeLabel,
  createMessages,
  diagnose,
  metricExplanation,
  metricLabel,
  parseReason,
  reasonLabel,
  sliceLabel,
} from '../../src/index.ts';
import { EN } from '../../src/messages/en/index.ts';
import { ZH_CN } from '../../src/messages/zh-cn/index.ts';

const en = createMessages('en');
const zh = createMessages('zh-CN');

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();
}

describe('the catalogues', () => {
  const shared = Object.keys(EN).filter((key) => !key.endsWith('.one') && key in ZH_CN);

  it('have a Chinese text for every English one', () => {
    const missing = Object.keys(EN).filter((key) => !key.endsWith('.one') && !(key in ZH_CN));
    expect(missing).toEqual([]);
  });

  it('have an English text for every Chinese one that is no shorter name of a family', () => {
    const missing = Object.keys(ZH_CN).filter((key) => !(key in EN) && !/@(5|10)\.label$/.test(key));
    expect(missing).toEqual([]);
  });

  it('fill the same places in both languages', () => {
    expect(shared.length).toBeGreaterThan(150);
    expect(shared.map((key) => [key, placesOf(ZH_CN[key] ?? '')])).toEqual(
      shared.map((key) => [key, placesOf(EN[key] ?? '')]),
    );
  });
});

describe('createMessages', () => {
  it('takes any Chinese locale for zh-CN and any English one for en', () => {
    expect(createMessages('zh').text('verdict.pass')).toBe('通过门禁');
    expect(createMessages('zh-Hans-CN').locale).toBe('zh-CN');
    expect(createMessages('en-GB').text('verdict.pass')).toBe('Passed');
  });

  it('falls back to English, then to the key', () => {
    const fr = createMessages('fr', { 'verdict.pass': 'Réussi' });
    expect(fr.text('verdict.pass')).toBe('Réussi');
    expect(fr.text('verdict.fail')).toBe('Failed');
    expect(fr.text('no.such.key')).toBe('no.such.key');
    expect(fr.has('no.such.key')).toBe(false);
  });

  it('fills places once: text that is filled in is not filled again', () => {
    expect(en.text('headline.risk', { slice: '{value}', value: '59%', metric: 'Hit@5' })).toBe(
      'Weakest point: “{value}” reaches only 59% in Hit@5',
    );
  });

  it('leaves a place that has no value, whatever the prototype holds', () => {
    const messages = createMessages('en', { x: '{constructor} {n}' });
    expect(messages.text('x', { n: 2 })).toBe('{constructor} 2');
  });

  it('prefers the singular for one', () => {
    expect(en.text('headline.pass', { n: 1 })).toBe('The one rule is met');
    expect(en.text('headline.pass', { n: 3 })).toBe('All 3 rules are met');
    expect(zh.text('headline.pass', { n: 1 })).toBe('1 项门禁全部达标');
  });

  it('is extended by a renderer, with the overrides of the team on top', () => {
    const team = createMessages('zh-CN', { 'my.title': '我们的周报' });
    const extended = team.extend({ en: { 'my.title': 'Report', 'my.note': 'Note' }, 'zh-CN': { 'my.title': '周报' } });
    expect(extended.text('my.title')).toBe('我们的周报');
    expect(extended.text('my.note')).toBe('Note');
    expect(extended.text('verdict.pass')).toBe('通过门禁');
  });
});

describe('labels', () => {
  it('name metrics of a family by their cutoff', () => {
    expect(metricLabel(en, 'hit@7')).toBe('Hit@7');
    expect(metricLabel(zh, 'hit@5')).toBe('检索命中 Hit@5');
    expect(metricExplanation(zh, 'hit@3')).toBe('前 3 条里找到了吗');
  });

  it('keep a remark in brackets that the stored label carries', () => {
    expect(metricLabel(zh, 'answer_correctness', 'Answer correctness (weights 1, 0)')).toBe(
      '答案正确性 (weights 1, 0)',
    );
    expect(metricLabel(zh, 'answer_correctness', 'Answer correctness')).toBe('答案正确性');
  });

  it('name an unknown metric by its stored label, else by its id', () => {
    expect(metricLabel(en, 'mine', 'My metric')).toBe('My metric');
    expect(metricLabel(en, 'mine')).toBe('mine');
    expect(metricExplanation(en, 'mine')).toBe('');
  });

  it('take the number off a failure reason, and nothing else', () => {
    expect(parseReason('faithfulness_low(0.35)')).toEqual({ id: 'faithfulness_low', value: '0.35' });
    expect(parseReason('hit@5_miss')).toEqual({ id: 'hit@5_miss', value: null });
    expect(parseReason('ours(strict)')).toEqual({ id: 'ours(strict)', value: null });
  });

  it('name failure reasons, also configured ones', () => {
    expect(reasonLabel(zh, 'hit@5_miss')).toBe('检索前 5 未命中');
    expect(reasonLabel(en, 'answer_correctness_low(0.10)')).toBe('wrong answer');
    expect(reasonLabel(en, 'context_recall_low(0.20)')).toBe('Context recall too low');
    expect(reasonLabel(en, 'ours')).toBe('ours');
  });

  it('say what to do about a chain of causes, else about its first cause', () => {
    expect(diagnose(en, ['hit@5_miss', 'answer_correctness_low(0.10)'])).toBe(
      'Retrieval missed, so the answer is wrong: fix retrieval first.',
    );
    expect(diagnose(en, ['request_failed', 'faithfulness_low(0.10)'])).toBe(
      'The request did not come back: look at the service, not at the model.',
    );
    expect(diagnose(en, ['ours'])).toBe('Look at the scores below.');
  });

  it('name codes, with the number of an HTTP status', () => {
    expect(codeLabel(en, 'http_502')).toBe('judge: HTTP 502');
    expect(codeLabel(zh, 'truncated')).toBe('评审：输出被截断');
    expect(codeLabel(en, null)).toBe('no code');
    expect(codeLabel(en, 'new_code')).toBe('new_code');
  });

  it('name the empty slice', () => {
    expect(sliceLabel(zh, '')).toBe('未标注');
    expect(sliceLabel(en, ' ')).toBe('unlabelled');
    expect(sliceLabel(en, 'S1')).toBe('S1');
  });
});
