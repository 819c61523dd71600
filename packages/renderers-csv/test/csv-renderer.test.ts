import { readArtefact, redactInput, renderArtefacts } from '@reportcard/renderer-kit';
import { createFixture, createFixtureContext, HOSTILE_TEXTS, testRenderer } from '@reportcard/renderer-kit/testing';
import { readSheet } from '@reportcard/score-sheet';
import { describe, expect, it } from 'vitest';
import csvRenderer, { csvRenderer as named } from '../src/index.ts';

testRenderer(csvRenderer, { describe, it });

async function render(input: ReturnType<typeof createFixture>, options?: unknown) {
  const context = createFixtureContext();
  const [artefact] = await renderArtefacts(csvRenderer, input, options, context);
  const bytes = await readArtefact(artefact?.body ?? '');
  return { artefact, bytes, lines: context.lines, sheet: await readSheet(bytes, { path: 'per_sample.csv' }) };
}

describe('per_sample.csv', () => {
  it('is the default and a named export', () => {
    expect(named).toBe(csvRenderer);
  });

  it('starts with a BOM and ends its lines with CRLF', async () => {
    const { bytes } = await render(createFixture('full'));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(Buffer.from(bytes.subarray(-2)).toString()).toBe('\r\n');
  });

  it('holds one row a sample, the hash of the scores cut to 16 digits in each', async () => {
    const input = createFixture('full');
    const { sheet } = await render(input);
    expect(sheet.rows).toHaveLength(139);
    expect(new Set(sheet.rows.map((row) => row.cells['scores_sha256']))).toEqual(
      new Set([input.scores_sha256.slice(0, 16)]),
    );
  });

  it('puts a manual column beside each RAGAS metric', async () => {
    const { sheet } = await render(createFixture('full'));
    const at = sheet.columns.indexOf('faithfulness');
    expect(sheet.columns[at + 1]).toBe('faithfulness_manual');
    expect(sheet.columns).not.toContain('hit@5_manual');
  });

  it('puts one beside a further metric by option', async () => {
    const { sheet } = await render(createFixture('full'), { humanScorable: ['hit@5'] });
    expect(sheet.columns[sheet.columns.indexOf('hit@5') + 1]).toBe('hit@5_manual');
  });

  it('writes 0 as 0 and leaves a missing score blank', async () => {
    const zero = await render(createFixture('a score of zero'));
    const missing = await render(createFixture('a score of null'));
    expect(zero.sheet.rows[0]?.cells['hit@5']).toBe('0');
    expect(missing.sheet.rows[0]?.cells['hit@5'] ?? '').toBe('');
  });

  it('shows questions, and with only the scores at hand says that texts are left out', async () => {
    const full = await render(createFixture('full'));
    const bare = await render(createFixture('bare scores'));
    expect(full.sheet.rows[0]?.cells['user_input']).toBe('S1_选购推荐 问题 1：3000 元左右的手机有什么推荐？');
    expect(full.lines).toEqual([]);
    expect(bare.sheet.rows[0]?.cells['user_input']).toBe('');
    expect(bare.lines).toEqual(['手头只有分数文件：问题和回答未列出。']);
  });

  it('keeps manual cells, the order of rows and columns of the user', async () => {
    const input = createFixture('full');
    const first = await render(input);
    const [top, second, ...rest] = first.sheet.rows.map((row) => row.cells);
    const typed = { ...second, faithfulness_manual: '0.8', note: 'look again' };
    const rows = [typed, { ...top }, ...rest].map((cells, index) => ({ record: index + 1, cells }));
    const sheet = { ...first.sheet, columns: [...first.sheet.columns, 'note'], rows };
    const again = await render({ ...input, sheet });
    expect(again.sheet.rows[0]?.cells).toMatchObject({
      query_id: 'S1-02',
      faithfulness_manual: '0.8',
      note: 'look again',
    });
    expect(again.sheet.rows[1]?.cells['query_id']).toBe('S1-01');
  });

  it('reads hostile questions back as they were', async () => {
    const { sheet } = await render(createFixture('hostile text'));
    const simple = HOSTILE_TEXTS.filter((text) => !/\p{Surrogate}|\u0000|\r/u.test(text) && text.length < 1000);
    expect(sheet.rows.map((row) => row.cells['user_input'])).toEqual(expect.arrayContaining(simple));
  });

  it('shows lengths instead of texts for a redacted input', async () => {
    const { sheet } = await render(redactInput(createFixture('full')));
    expect(sheet.rows[0]?.cells['user_input']).toMatch(/^\[\d+ chars\]$/);
    expect(sheet.rows[0]?.cells['query_id']).toBe('S1-01');
  });
});
