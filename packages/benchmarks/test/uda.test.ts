import { describe, expect, it } from 'vitest';
import { readFixture } from './fixture-folder.ts';

describe('UDA', () => {
  it('keeps ids with slashes and answers such as -.9 and -.25% as they stand', async () => {
    const { cases } = await readFixture('uda', { format: 'uda', split: 'fin' });
    expect(cases.map(({ query_id, reference, reference_answers }) => [query_id, reference, reference_answers])).toEqual(
      [
        ['ACME/2021/page_12.pdf-1', '-.9', ['-.9', '-0.9']],
        ['ACME/2021/page_12.pdf-2', '-.25%', ['-.25%', '-0.0025']],
        ['BOLT/2020/page_3.pdf-1', '1200', ['1200']],
      ],
    );
  });

  it('makes one run unit a document, with its own cases', async () => {
    const { units, documents } = await readFixture('uda', { format: 'uda', split: 'fin' });
    expect(units.map(({ unit_id, document_ids, case_ids }) => ({ unit_id, document_ids, case_ids }))).toEqual([
      {
        unit_id: 'ACME_2021',
        document_ids: ['ACME_2021'],
        case_ids: ['ACME/2021/page_12.pdf-1', 'ACME/2021/page_12.pdf-2'],
      },
      { unit_id: 'BOLT_2020', document_ids: ['BOLT_2020'], case_ids: ['BOLT/2020/page_3.pdf-1'] },
    ]);
    const bytes = await documents[0]?.load?.();
    expect(new TextDecoder().decode(bytes)).toContain('Net margin fell by 0.9 points');
    expect(documents[0]?.media_type).toBe('text/plain');
  });

  it('reads a lone CR inside a cell as text, not as the end of a row', async () => {
    const { cases, documents } = await readFixture('uda', { format: 'uda', split: 'feta' });
    expect(cases).toHaveLength(2);
    expect(cases[0]?.reference).toBe('It was launched in 1907,\rat the northern yard.');
    expect(cases[1]?.user_input).toBe('@ what "place" | hall did it meet?');
    expect(cases[1]?.reference).toBe('In\u00a0the old tower.');
    expect(documents.map(({ media_type }) => media_type)).toEqual(['text/html', 'application/pdf']);
  });

  it.each([
    ['nq', ['Ada Stone', 'The lighthouse was built by Ada Stone.']],
    ['paper_text', ['The Harbour corpus', 'Harbour corpus']],
    ['paper_tab', ['71.3', '71,3']],
    ['tat', ['97,500']],
  ])('reads the accepted answers of %s', async (split, answers) => {
    const { cases } = await readFixture('uda', { format: 'uda', split });
    expect(cases[0]?.reference_answers).toEqual(answers);
  });

  it('keeps the scale of an answer beside it', async () => {
    const { cases } = await readFixture('uda', { format: 'uda', split: 'tat' });
    expect(cases[1]?.reference).toBe('-12.5');
    expect(cases[1]?.metadata).toMatchObject({ answer_scale: 'percent', answer_type: 'arithmetic' });
  });

  it('says which documents are missing and where to get them', async () => {
    await expect(readFixture('uda/qa', { format: 'uda', split: 'fin' })).rejects.toMatchObject({
      code: 'data',
      message: '2 of 2 documents are missing, such as ACME_2021, BOLT_2020',
      hint: expect.stringContaining('https://github.com/qinchuanhui/UDA-Benchmark'),
    });
  });

  it('says where to get a question file that is not there', async () => {
    await expect(readFixture('rgb', { format: 'uda', split: 'fin' })).rejects.toMatchObject({
      message: 'the folder lacks qa/fin_qa.csv',
      hint: 'get it from https://github.com/qinchuanhui/UDA-Benchmark (dataset/qa), or let reportcard run --download fetch it',
    });
  });

  it('keeps in its manifest that a file is not the published one', async () => {
    const { benchmark } = await readFixture('uda', { format: 'uda', split: 'fin' });
    expect(benchmark.manifest.metadata).toMatchObject({
      files: [{ name: 'uda/qa/fin_qa.csv', official: false }],
      n_published_cases: 3,
    });
  });
});
