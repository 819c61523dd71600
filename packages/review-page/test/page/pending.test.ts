import { describe, expect, it } from 'vitest';
import { type Action, countPending, type PendingEdit, reconcile, shownText } from '../../page/state/pending.ts';
import type { ReviewSample } from '../../src/index.ts';
import { buildCell, buildSample } from '../fixtures/build-sample.ts';

const edit = (text: string, base: string, changes: Partial<PendingEdit> = {}): PendingEdit => ({
  sampleId: 'a',
  field: 'score',
  metric: 'faithfulness',
  text,
  base,
  ...changes,
});
const edits = (...list: PendingEdit[]): Action => ({ kind: 'edits', edits: list });
const onDisk = (manual: string, reason = ''): ReadonlyMap<string, ReviewSample> =>
  new Map([['a', buildSample('a', { reason, cells: { faithfulness: buildCell({ manual }) } })]]);

describe('waiting edits after the file was read anew', () => {
  it('wait on where their cell is as it was', () => {
    const queue = [edits(edit('0.8', '0.5'))];
    expect(reconcile(queue, onDisk('0.5'))).toEqual({ queue, clashes: [] });
  });

  it('are done where the file holds what was typed', () => {
    expect(reconcile([edits(edit('0.8', '0.5'))], onDisk('0.8'))).toEqual({ queue: [], clashes: [] });
  });

  it('clash where the file holds something else, and nothing typed is lost', () => {
    const mine = edit('0.8', '0.5');
    expect(reconcile([edits(mine)], onDisk('0.6'))).toEqual({ queue: [], clashes: [{ mine, theirs: '0.6' }] });
  });

  it('follow one another on one cell', () => {
    const queue = [edits(edit('0.8', '0.5')), edits(edit('0.9', '0.8'))];
    expect(reconcile(queue, onDisk('0.5')).queue).toEqual(queue);
  });

  it('keep the fields of a sample apart', () => {
    const reason = edit('why', '', { field: 'reason', metric: undefined });
    const { queue, clashes } = reconcile([edits(edit('0.8', '0.5'), reason)], onDisk('0.6'));
    expect(queue).toEqual([edits(reason)]);
    expect(clashes).toHaveLength(1);
  });

  it('go with a sample that is gone, and undo goes with the changes it was for', () => {
    const queue: Action[] = [edits(edit('0.8', '', { sampleId: 'gone' })), { kind: 'undo' }];
    expect(reconcile(queue, onDisk(''))).toEqual({ queue: [], clashes: [] });
  });
});

describe('what a reviewer sees', () => {
  it('is the last text typed, else that of the sheet', () => {
    const sample = buildSample('a', { cells: { faithfulness: buildCell({ manual: '0.5' }) } });
    const cell = { field: 'score', metric: 'faithfulness' } as const;
    expect(shownText(sample, cell, [])).toBe('0.5');
    expect(shownText(sample, cell, [edits(edit('0.8', '0.5')), { kind: 'undo' }, edits(edit('', '0.8'))])).toBe('');
    expect(shownText(sample, cell, [edits(edit('0.8', '0.5', { sampleId: 'b' }))])).toBe('0.5');
  });

  it('counts each waiting cell once', () => {
    const queue = [
      edits(edit('0.8', '0.5')),
      edits(edit('0.9', '0.8')),
      edits(edit('x', '', { field: 'reason', metric: undefined })),
    ];
    expect(countPending(queue, [{ mine: edit('1', ''), theirs: '0' }])).toBe(3);
  });
});
