import { copySamples, ReportcardError, type ScoresFile, type SheetState } from '@reportcard/report-schema';
import { createSheet, editSheet, toSheetState } from '@reportcard/score-sheet';
import { describe, expect, it } from 'vitest';
import { applyManualOverrides, loadManualOverrides, STALE_REASONS } from '../src/index.ts';
import { buildScores, hashOf, RULES } from './build-scores.ts';
import { fillCells, filledSheet, SHEET_PATH, sha256Of, sheetFor, withoutColumn, withRows } from './fill-sheet.ts';

const NOW = '2026-06-02T08:00:00.000Z';
const SCORES = buildScores([
  ['a', { scores: { faithfulness: 0.25, answer_correctness: 0.4 } }],
  ['b', { scores: { faithfulness: { value: null, status: 'judge_error', code: 'truncated' } } }],
  ['c', { scores: { faithfulness: { value: null, status: 'not_applicable', code: 'rag_not_required' } } }],
  ['007', { scores: { faithfulness: 1 / 3 } }],
]);

function problemsOf(
  sheet: SheetState,
  scores: ScoresFile = SCORES,
): readonly { path?: string | undefined; message: string; hint?: string | undefined }[] {
  try {
    loadManualOverrides(sheet, scores);
  } catch (error) {
    if (error instanceof ReportcardError) return error.problems;
    throw error;
  }
  return [];
}

function withId(sheet: SheetState, record: number, cells: Readonly<Record<string, string>>): SheetState {
  return editSheet(
    sheet,
    Object.entries(cells).map(([column, text]) => ({ record, column, text })),
  );
}

describe('loadManualOverrides', () => {
  it('finds nothing in a fresh sheet', () => {
    expect(loadManualOverrides(sheetFor(SCORES), SCORES)).toEqual({
      scores: [],
      cleared: [],
      kept: [],
      stale: [],
      audit: [],
      notes: [],
    });
  });

  it('reads scores with reviewer, reason and the cell they stand in', () => {
    const sheet = filledSheet(SCORES, {
      b: { faithfulness_manual: '80 %', manual_reviewer: ' Li ', manual_reason: 'ok' },
    });
    expect(loadManualOverrides(sheet, SCORES).scores).toEqual([
      {
        sampleId: 'b',
        metric: 'faithfulness',
        value: 0.8,
        reviewer: 'Li',
        reason: 'ok',
        source: 'per_sample.csv!L3',
      },
    ]);
    expect(sheet.columns.indexOf('faithfulness_manual')).toBe('L'.charCodeAt(0) - 'A'.charCodeAt(0));
  });

  it('reads scores in the order of the scores, whatever the order of the rows', () => {
    const sheet = filledSheet(SCORES, { a: { faithfulness_manual: '0' }, '007': { faithfulness_manual: '1' } });
    const reversed = withRows(sheet, [...sheet.rows].reverse());
    const [first, second] = [sheet, reversed].map((each) => loadManualOverrides(each, SCORES).scores);
    expect(first?.map((score) => score.sampleId)).toEqual(second?.map((score) => score.sampleId));
    expect(second?.map((score) => score.source)).toEqual(['per_sample.csv!L5', 'per_sample.csv!L2']);
  });

  it('lists every bad cell in one message and applies nothing', () => {
    const sheet = filledSheet(SCORES, {
      a: { faithfulness_manual: '80', answer_correctness_manual: '1.5', context_recall_manual: '0.5' },
      b: { faithfulness_manual: '-0.1', answer_correctness_manual: '1,234' },
      '007': { faithfulness_manual: 'yes', answer_correctness_manual: '#N/A', context_recall_manual: '8-Jan' },
    });
    expect(problemsOf(sheet).map((problem) => problem.path)).toEqual([
      'record 1, a, faithfulness_manual (L2)',
      expect.stringContaining('a, answer_correctness_manual'),
      expect.stringContaining('b, faithfulness_manual'),
      expect.stringContaining('b, answer_correctness_manual'),
      expect.stringContaining('007, faithfulness_manual'),
      expect.stringContaining('007, answer_correctness_manual'),
      expect.stringContaining('007, context_recall_manual'),
    ]);
    const load = (): unknown => loadManualOverrides(sheet, SCORES);
    expect(load).toThrow(/7 cells cannot be used; nothing was applied/);
    expect(load).toThrow(/"8-Jan"/);
    expect(load).toThrow(/0\.8, \.8 or 80%, or an empty cell/);
    expect(load).toThrow(expect.objectContaining({ code: 'data', file: SHEET_PATH }));
  });

  it('refuses a score where the metric is not applicable, and says why it is not', () => {
    const sheet = filledSheet(SCORES, { c: { faithfulness_manual: '0.5' } });
    expect(problemsOf(sheet)).toMatchObject([{ message: expect.stringMatching(/not applicable .*rag_not_required/) }]);
  });

  it('refuses a changed automatic cell and points at the manual one', () => {
    const sheet = filledSheet(SCORES, { a: { faithfulness: '0.9', 'hit@5': '0' }, b: { faithfulness: '0.5' } });
    expect(problemsOf(sheet)).toMatchObject([
      { path: expect.stringContaining('a, hit@5'), hint: expect.stringContaining('humanScorable') },
      { path: expect.stringContaining('a, faithfulness'), hint: 'did you mean faithfulness_manual?' },
      { path: expect.stringContaining('b, faithfulness'), hint: 'did you mean faithfulness_manual?' },
    ]);
  });

  it.each(['0.333333333333333', '0.33333333333333331', '0.333333333', '33.3333333333333%', ''])(
    'takes %j for the automatic 1/3 as a program saved it',
    (text) => {
      expect(problemsOf(filledSheet(SCORES, { '007': { faithfulness: text } }))).toEqual([]);
    },
  );

  it.each(['0.33', '0.3333', '0.333333334', 'n/a'])('takes %j for no automatic 1/3', (text) => {
    expect(problemsOf(filledSheet(SCORES, { '007': { faithfulness: text } }))).toHaveLength(1);
  });

  it('does not compare automatic cells of a sheet made from other scores', () => {
    const sheet = filledSheet(SCORES, { a: { faithfulness: '0.9', faithfulness_manual: '1' } });
    const other = {
      ...sheet,
      rows: sheet.rows.map((row) => ({ ...row, cells: { ...row.cells, scores_sha256: 'a'.repeat(16) } })),
    };
    const loaded = loadManualOverrides(other, SCORES, { scoresSha256: sha256Of(SCORES) });
    expect(loaded.scores).toHaveLength(1);
    expect(loaded.notes).toEqual([expect.stringContaining('made from other scores')]);
    expect(() => loadManualOverrides(sheet, SCORES, { scoresSha256: sha256Of(SCORES) })).toThrow(/automatic/);
  });

  it('refuses an id that stands twice', () => {
    const sheet = sheetFor(SCORES);
    const doubled = withRows(sheet, [...sheet.rows, ...sheet.rows.slice(0, 1)]);
    expect(problemsOf(doubled)).toMatchObject([{ message: expect.stringContaining('record 1') }]);
  });

  it.each([
    ['an unknown id without our hash', { query_id: 'zzz', inputs_sha256: '' }, /put the id right/],
    ['lost zeros', { query_id: '7', inputs_sha256: '' }, /probably "007"/],
    ['lost zeros with our hash', { query_id: '7' }, /probably "007"/],
    ['a date', { query_id: '7-Jan' }, /date; the id was probably "007"/],
    ['a power of ten', { query_id: '9.91E+15', inputs_sha256: '0123456789abcdef' }, /into a number/],
    ['lost characters', { query_id: '??', inputs_sha256: '' }, /CSV UTF-8/],
    ['no id', { query_id: ' ', inputs_sha256: '' }, /put the id right/],
  ])('refuses %s with a hint', (_, cells, hint) => {
    const sheet = sheetFor(SCORES);
    const problems = problemsOf(withId(sheet, rowOf(sheet, '007'), cells));
    expect(problems).toMatchObject([{ path: expect.stringContaining('query_id'), hint: expect.stringMatching(hint) }]);
  });

  it('guesses a long number that was cut to 15 digits', () => {
    const scores = buildScores([['99100000000000012345', {}]]);
    const sheet = withId(sheetFor(scores), 1, { query_id: '9.91E+19', inputs_sha256: '' });
    expect(problemsOf(sheet, scores)).toMatchObject([{ hint: expect.stringContaining('99100000000000012345') }]);
  });

  it('takes an unknown id with our hash for a dropped sample: stale, told, no error', () => {
    const sheet = sheetFor(SCORES);
    const columns = { query_id: 'gone', inputs_sha256: '0123456789abcdef', faithfulness_manual: '0.5' };
    const loaded = loadManualOverrides({ ...sheet, rows: [...sheet.rows, { record: 5, cells: columns }] }, SCORES);
    expect(loaded.scores).toEqual([]);
    expect(loaded.stale).toMatchObject([
      { sample_id: 'gone', metric: 'faithfulness', manual: 0.5, why: STALE_REASONS.dropped },
    ]);
    expect(loaded.notes.join(' ')).toMatch(/not applied.*no longer has/s);
  });

  it('does not apply a score given for another answer', () => {
    const sheet = filledSheet(SCORES, {
      a: { faithfulness_manual: '0.5', inputs_sha256: '0123456789abcdef', faithfulness: '0.7' },
    });
    const loaded = loadManualOverrides(sheet, SCORES);
    expect(loaded.scores).toEqual([]);
    expect(loaded.stale).toMatchObject([
      { sample_id: 'a', why: STALE_REASONS.changed, source: expect.stringMatching(/^per_sample\.csv!L\d$/) },
    ]);
  });

  it('counts a row without hash as current and says so', () => {
    const sheet = filledSheet(SCORES, { a: { faithfulness_manual: '0.5', inputs_sha256: '' } });
    const loaded = loadManualOverrides(sheet, SCORES);
    expect(loaded.scores).toHaveLength(1);
    expect(loaded.notes).toEqual([expect.stringContaining('count as current')]);
  });

  it('refuses scores in a column no metric listens to, and leaves notes alone', () => {
    const typo = filledSheet(SCORES, { a: { faithfullness_manual: '0.5' } });
    expect(problemsOf(typo)).toMatchObject([{ hint: 'did you mean faithfulness_manual?' }]);
    const own = filledSheet(SCORES, { a: { 'hit@5_manual': '0' } });
    expect(problemsOf(own)).toMatchObject([{ hint: expect.stringContaining('metrics.humanScorable') }]);
    expect(loadManualOverrides(own, SCORES, { humanScorable: ['hit@5'] }).scores).toMatchObject([
      { metric: 'hit@5', value: 0 },
    ]);
    expect(problemsOf(filledSheet(SCORES, { a: { faithfullness_manual: ' ' } }))).toEqual([]);
  });

  it('needs the columns that tell rows apart', () => {
    const scores = buildScores(
      [
        ['a', { query_mode: 'dense' }],
        ['a', { query_mode: 'sparse' }],
      ],
      { query_modes: ['dense', 'sparse'] },
    );
    expect(problemsOf(withoutColumn(sheetFor(scores), 'query_mode'), scores)).toMatchObject([{ path: 'query_mode' }]);
  });

  it('reads audit cells and refuses a probability of 0', () => {
    const cells = { faithfulness_manual: '0.5', faithfulness_manual2: '0.75', faithfulness_pi: '0.2' };
    const loaded = loadManualOverrides(filledSheet(SCORES, { a: cells }), SCORES);
    expect(loaded.audit).toEqual([{ sampleId: 'a', metric: 'faithfulness', pi: 0.2, human: 0.5, second: 0.75 }]);
    expect(problemsOf(filledSheet(SCORES, { a: { faithfulness_pi: '0' } }))).toHaveLength(1);
  });
});

describe('loadManualOverrides after an earlier report', () => {
  const apply = (scores: ScoresFile, sheet: SheetState): ScoresFile =>
    applyManualOverrides(scores, loadManualOverrides(sheet, scores), { now: NOW, rules: RULES });
  const before = apply(SCORES, filledSheet(SCORES, { a: { faithfulness_manual: '0.9', manual_reviewer: 'Li' } }));
  const rendered = sheetFor(before);

  it('clears what is blank now', () => {
    const sheet = fillCells(rendered, before, { a: { faithfulness_manual: '\u3000\u00a0' } });
    expect(loadManualOverrides(sheet, before)).toMatchObject({
      cleared: [{ sampleId: 'a', metric: 'faithfulness' }],
      kept: [],
    });
  });

  it.each([
    [
      'row',
      withRows(
        rendered,
        rendered.rows.filter((row) => row.cells['query_id'] !== 'a'),
      ),
    ],
    ['column', withoutColumn(rendered, 'faithfulness_manual')],
  ])('keeps an override whose %s is missing, and says so', (_, sheet) => {
    const loaded = loadManualOverrides(sheet, before);
    expect(loaded).toMatchObject({ cleared: [], scores: [], kept: [{ sample_id: 'a', manual: 0.9, reviewer: 'Li' }] });
    expect(loaded.notes).toEqual([expect.stringContaining('missing, not blank')]);
    const again = applyManualOverrides(before, loaded, { now: 'later', rules: RULES });
    expect(again).toEqual(before);
    const restored = toSheetState(createSheet(again, { scoresSha256: null, sheet }), SHEET_PATH);
    expect(restored.rows.find((row) => row.cells['query_id'] === 'a')?.cells['faithfulness_manual']).toBe('0.9');
  });

  it('makes an override stale whose row is missing and whose answer has changed', () => {
    const changed = { ...before, per_sample: copySamples(before) };
    changed.per_sample['a'] = {
      ...(before.per_sample['a'] as (typeof before.per_sample)[string]),
      inputs_sha256: hashOf('new'),
    };
    const loaded = loadManualOverrides(withoutColumn(rendered, 'faithfulness_manual'), changed);
    expect(loaded).toMatchObject({ kept: [], stale: [{ sample_id: 'a', manual: 0.9, why: STALE_REASONS.changed }] });
  });
});

function rowOf(sheet: SheetState, id: string): number {
  return sheet.rows.find((row) => row.cells['query_id'] === id)?.record ?? 0;
}
