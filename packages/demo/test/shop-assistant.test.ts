import { parseDocument } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { loadDemoDataset } from '../src/load-demo-dataset.ts';
import { defaultSettings } from '../src/recipe-settings.ts';
import { createShopAssistant } from '../src/shop-assistant.ts';

const zh = loadDemoDataset('zh');
const settings = defaultSettings('zh');
const assistant = createShopAssistant({ ...zh, settings });

describe('createShopAssistant', () => {
  it('finds the document of a Chinese question and quotes it', () => {
    const reply = assistant.ask('拖布用多久该换新的');
    expect(reply.hits[0]?.chunk.documentId).toBe('MANUAL_VAC_003');
    expect(reply.answer.text).toContain('拖布建议两到三个月更换');
    expect(reply.refused).toBe(false);
  });
  it('answers from an edited document', () => {
    const documents = zh.documents.map((document) =>
      document.document_id === 'MANUAL_VAC_003'
        ? parseDocument({ ...document, text: '拖布建议每半年更换。' })
        : document,
    );
    expect(createShopAssistant({ ...zh, documents, settings }).ask('拖布用多久该换新的').answer.text).toContain(
      '拖布建议每半年更换。',
    );
  });
  it('no longer finds a document that was taken out', () => {
    const documents = zh.documents.filter((document) => document.document_id !== 'MANUAL_VAC_003');
    const reply = createShopAssistant({ ...zh, documents, settings }).ask('拖布用多久该换新的');
    expect(reply.hits.map((hit) => hit.chunk.documentId)).not.toContain('MANUAL_VAC_003');
  });
  it('retrieves at most top_k passages, the best first', () => {
    const { hits } = createShopAssistant({ ...zh, settings: { ...settings, top_k: 3 } }).ask('退货运费谁出');
    const scores = hits.map((hit) => hit.score);
    expect(hits).toHaveLength(3);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
  it('declines with the fallback phrase and no passages when the best passage covers too little', () => {
    const strict = createShopAssistant({ ...zh, settings: { ...settings, min_coverage: 1 } });
    const reply = strict.ask('扫地机的主刷多久清理一次');
    expect(reply).toMatchObject({ refused: true, hits: [], answer: { text: settings.fallback, sources: [] } });
    expect(reply.coverage).toBeGreaterThan(0);
  });
  it('declines a request outside the shop without looking anything up', () => {
    const reply = assistant.ask('感冒咳嗽应该吃什么药');
    expect(reply).toMatchObject({ action: 'refuse', refused: true, hits: [], coverage: null });
  });
  it('greets back without looking anything up', () => {
    const reply = assistant.ask('你好');
    expect(reply).toMatchObject({ intent: 'C1_问候寒暄', refused: false, hits: [] });
    expect(reply.answer.text).toContain('您好');
  });
  it('looks a question up when it resembles no example, and declines it when nothing is found', () => {
    expect(assistant.ask('Ωμέγα')).toMatchObject({ intent: null, action: 'retrieve', refused: true, coverage: 0 });
  });
  it('replies the same to the same question, whatever was asked before', () => {
    const again = createShopAssistant({ ...zh, settings });
    const questions = zh.cases.map((item) => item.user_input);
    const forwards = questions.map((question) => assistant.ask(question));
    const backwards = [...questions].reverse().map((question) => again.ask(question));
    expect(backwards.reverse()).toEqual(forwards);
  });
});
