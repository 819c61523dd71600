import type { Case } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { type DemoDataset, loadDemoDataset } from '../src/load-demo-dataset.ts';

const zh = loadDemoDataset('zh');
const en = loadDemoDataset('en');

function count(dataset: DemoDataset, wanted: (item: Case) => boolean): number {
  return dataset.cases.filter(wanted).length;
}

function secondLevel(dataset: DemoDataset): Set<string | null> {
  return new Set(dataset.cases.map((item) => item.intent_l2));
}

describe('the Chinese data set', () => {
  it('has 159 questions about 84 documents under 3 first-level and 21 second-level intents', () => {
    expect(zh.cases).toHaveLength(159);
    expect(zh.documents).toHaveLength(84);
    expect(new Set(zh.cases.map((item) => item.intent_l1))).toEqual(new Set(['SUPPORT', 'FEEDBACK', 'CHAT']));
    expect(secondLevel(zh).size).toBe(21);
  });
  it('has 36 questions that need no documents, 13 that must be declined and 10 that need several documents', () => {
    expect(count(zh, (item) => item.requires_rag === false)).toBe(36);
    expect(count(zh, (item) => item.should_refuse === true)).toBe(13);
    expect(count(zh, (item) => item.reference_doc_ids.length > 1)).toBe(10);
  });
});

describe('the English data set', () => {
  it('has 63 questions about 32 documents under 3 first-level and 13 second-level intents', () => {
    expect(en.cases).toHaveLength(63);
    expect(en.documents).toHaveLength(32);
    expect(new Set(en.cases.map((item) => item.intent_l1))).toEqual(new Set(['SUPPORT', 'FEEDBACK', 'CHAT']));
    expect(secondLevel(en).size).toBe(13);
  });
});

describe.each([zh, en])('the $name data set', (dataset) => {
  const documents = new Map(dataset.documents.map((document) => [document.document_id, document]));

  it('has no id twice and no question twice', () => {
    expect(documents.size).toBe(dataset.documents.length);
    expect(new Set(dataset.cases.map((item) => item.query_id)).size).toBe(dataset.cases.length);
    expect(new Set(dataset.cases.map((item) => item.user_input)).size).toBe(dataset.cases.length);
  });
  it('refers to documents that exist, and to every document at least once', () => {
    const must = dataset.cases.flatMap((item) => item.reference_doc_ids);
    const nice = dataset.cases.flatMap((item) => item.reference_doc_ids_nice);
    expect([...must, ...nice].filter((id) => !documents.has(id))).toEqual([]);
    expect([...documents.keys()].filter((id) => !must.includes(id))).toEqual([]);
  });
  it('names a reference document exactly where documents are needed and an answer is wanted', () => {
    const wrong = dataset.cases.filter(
      (item) => item.reference_doc_ids.length > 0 !== (item.requires_rag === true && item.should_refuse === false),
    );
    expect(wrong.map((item) => item.query_id)).toEqual([]);
  });
  it('quotes its evidence word for word', () => {
    const evidence = dataset.cases.flatMap((item) => item.evidence);
    const quoted = evidence.map((item) =>
      documents.get(String(item.locator['document_id']))?.text?.includes(item.text ?? '?'),
    );
    expect(evidence.length).toBeGreaterThan(1);
    expect(quoted).toEqual(evidence.map(() => true));
  });
  it('has examples for the intents of its questions, none of them a question of the set', () => {
    const questions = new Set(dataset.cases.map((item) => item.user_input));
    expect(new Set(dataset.intents.map((intent) => intent.intent_l2))).toEqual(secondLevel(dataset));
    expect(dataset.intents.flatMap((intent) => intent.examples).filter((example) => questions.has(example))).toEqual(
      [],
    );
  });
});
