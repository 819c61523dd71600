import { parseDocument } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { splitDocument, splitSentences } from '../src/split-document.ts';

describe('splitSentences', () => {
  it('ends a sentence at Chinese and Latin full stops and keeps them', () => {
    expect(splitSentences('先断电。再重试！ Is it on? Yes.')).toEqual(['先断电。', '再重试！', 'Is it on?', 'Yes.']);
  });
  it('leaves a decimal point alone', () => {
    expect(splitSentences('连 2.4G 网络。It is 3.5 l. Done')).toEqual(['连 2.4G 网络。', 'It is 3.5 l.', 'Done']);
  });
});

describe('splitDocument', () => {
  const document = parseDocument({
    document_id: 'A',
    name: '名',
    text: '甲乙丙。丁戊。己庚辛壬。',
    metadata: { asked_as: ['问一', '问二'] },
  });

  it('fills passages with whole sentences up to the limit and numbers them from 1', () => {
    expect(splitDocument(document, 7).map(({ id, text }) => [id, text])).toEqual([
      ['A#1', '甲乙丙。丁戊。'],
      ['A#2', '己庚辛壬。'],
    ]);
  });
  it('keeps a sentence that is longer than the limit whole', () => {
    expect(splitDocument(document, 1).map(({ text }) => text)).toEqual(['甲乙丙。', '丁戊。', '己庚辛壬。']);
  });
  it('gives every passage the name and the asked_as lines of its document', () => {
    expect(splitDocument(document, 7).map(({ name, askedAs }) => [name, askedAs])).toEqual([
      ['名', '问一\n问二'],
      ['名', '问一\n问二'],
    ]);
  });
  it('joins Latin sentences with a space', () => {
    expect(splitDocument(parseDocument({ document_id: 'B', text: 'One. Two.' }), 50)[0]?.text).toBe('One. Two.');
  });
  it('gives no passage for a document without text', () => {
    expect(splitDocument(parseDocument({ document_id: 'C', path: 'c.txt' }), 50)).toEqual([]);
  });
});
