import { ReportcardError } from '@reportcard/report-schema';
import { describe, expect, it, vi } from 'vitest';
import { type ReviewApi, ServerFault } from '../../page/api.ts';
import type { Command } from '../../page/state/keys.ts';
import { currentSample } from '../../page/state/review-state.ts';
import { createReviewStore, type ReviewStore } from '../../page/state/review-store.ts';
import { createReviewDesk, type SampleMaterial } from '../../src/index.ts';
import { EN } from '../../src/messages/en.ts';
import { buildScores } from '../fixtures/build-scores.ts';
import { createMemoryReport, type MemoryReport } from '../fixtures/memory-report.ts';

const SCORES = buildScores({
  a: { scores: { faithfulness: 0.25, answer_correctness: 0.75 } },
  b: { scores: { faithfulness: 0.5 } },
  c: { scores: { faithfulness: 1 } },
});

interface Bench {
  readonly store: ReviewStore;
  readonly report: MemoryReport;
  /** Cuts the line to the server, or mends it. */
  cut(isCut: boolean): void;
}

/** The page's store over a server's desk, without HTTP between them. */
async function open(report: MemoryReport = createMemoryReport(SCORES)): Promise<Bench> {
  const desk = createReviewDesk({ report, locale: 'en', messages: EN, reportCommand: 'reportcard report v1' });
  let isCut = false;
  const call = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (isCut) throw new TypeError('Failed to fetch');
    try {
      return await answer();
    } catch (error) {
      throw error instanceof ReportcardError ? new ServerFault(error.message) : error;
    }
  };
  const api: ReviewApi = {
    open: () => call(desk.open),
    reload: () => call(desk.reload),
    version: () => call(desk.version),
    material: (id) => call(async () => (await desk.material(id)) as SampleMaterial),
    save: (edits, version) => call(() => desk.save(edits, version)),
    undo: (version) => call(() => desk.undo(version)),
  };
  const store = createReviewStore(api);
  await store.start('');
  return { store, report, cut: (cut) => (isCut = cut) };
}

const quick = (score: string): Command => ({ name: 'quick', score });
const isWritten = (store: ReviewStore): Promise<void> =>
  vi.waitFor(() => expect([store.get().queue.length, store.get().saving]).toEqual([0, false]));
const manualOf = async (report: MemoryReport, id: string): Promise<string | undefined> =>
  (await report.cells())[id]?.['faithfulness_manual'];

describe('scoring', () => {
  it('shows a score at once and writes it', async () => {
    const { store, report } = await open();
    store.run(quick('0.8'));
    expect(store.get().queue).toHaveLength(1);
    await isWritten(store);
    expect(await manualOf(report, 'a')).toBe('0.8');
    expect(currentSample(store.get())?.flags).toContain('reviewed');
  });

  it('writes scores given faster than they are saved one after another, each with its own undo', async () => {
    const { store, report } = await open();
    for (const score of ['0.1', '0.2', '0.3']) store.run(quick(score));
    await isWritten(store);
    expect([await manualOf(report, 'a'), store.get().index?.undo]).toEqual(['0.3', 3]);
    store.run({ name: 'undo' });
    store.run({ name: 'undo' });
    await isWritten(store);
    expect(await manualOf(report, 'a')).toBe('0.1');
  });

  it('the same score again is no change', async () => {
    const { store, report } = await open();
    store.run(quick('0.8'));
    await isWritten(store);
    store.run(quick('0.8'));
    expect(store.get().queue).toEqual([]);
    expect(report.saves()).toBe(1);
  });

  it('confirms the automatic score in full precision', async () => {
    const { store, report } = await open();
    store.run({ name: 'accept' });
    await isWritten(store);
    expect(await manualOf(report, 'a')).toBe('0.25');
  });

  it('starts a sample at the metric that was scored on the one before', async () => {
    const { store } = await open();
    store.run({ name: 'metric_next' });
    store.run({ name: 'metric_next' });
    expect(store.get().index?.metrics[store.get().metric]?.id).toBe('answer_correctness');
    store.run(quick('1'));
    store.run({ name: 'next' });
    expect(store.get().index?.metrics[store.get().metric]?.id).toBe('answer_correctness');
    store.run({ name: 'next' });
    expect(store.get().metric).toBe(0);
  });

  it('refuses what is no score in the field, before anything is sent', async () => {
    const { store, report } = await open();
    store.edit(0);
    expect(store.enter(0, '80')).toBe(false);
    expect(store.get().entryError).toBe('Above 1. Did you mean 80%?');
    expect(store.enter(0, '80%')).toBe(true);
    await isWritten(store);
    expect([await manualOf(report, 'a'), store.get().entryError]).toEqual(['0.8', null]);
  });
});

describe('the reviewer', () => {
  it('is written beside the scores, those given before the name too', async () => {
    const { store, report } = await open();
    store.run(quick('0.8'));
    store.setReviewer(' Lin ');
    store.run({ name: 'next' });
    store.run(quick('0.5'));
    await isWritten(store);
    const cells = await report.cells();
    expect(['a', 'b', 'c'].map((id) => cells[id]?.['manual_reviewer'])).toEqual(['Lin', 'Lin', '']);
  });

  it('goes with the score on undo', async () => {
    const { store, report } = await open();
    store.setReviewer('Lin');
    store.run(quick('0.8'));
    store.run({ name: 'undo' });
    await isWritten(store);
    expect((await report.cells())['a']).toMatchObject({ faithfulness_manual: '', manual_reviewer: '' });
  });
});

describe('the list', () => {
  it('does not move while it is worked through', async () => {
    const { store } = await open();
    store.choose({ filter: 'open', intent: null, search: '' });
    store.run(quick('1'));
    await isWritten(store);
    expect([store.get().list, store.get().at]).toEqual([['a', 'b', 'c'], 0]);
    store.choose({ filter: 'open', intent: null, search: '' });
    expect(store.get().list).toEqual(['b', 'c']);
  });

  it('goes round to the next sample without a human score, and says when there is none', async () => {
    const { store } = await open();
    for (const expected of ['b', 'c', 'a']) {
      store.run({ name: 'open' });
      expect(currentSample(store.get())?.id).toBe(expected);
    }
    for (const position of [0, 1, 2]) {
      store.goTo(position);
      store.run(quick('1'));
      await isWritten(store);
    }
    store.run({ name: 'open' });
    expect(store.get().said).toBe('All 3 samples here are reviewed.');
  });

  it('starts with the audit sample where there is one', async () => {
    const report = createMemoryReport(SCORES);
    await report.type({ b: { faithfulness_pi: '0.3' } });
    const { store } = await open(report);
    expect([store.get().choice.filter, store.get().list]).toEqual(['audit', ['b']]);
  });

  it('stops at both ends', async () => {
    const { store } = await open();
    store.run({ name: 'previous' });
    expect(store.get().at).toBe(0);
    for (let step = 0; step < 5; step += 1) store.run({ name: 'next' });
    expect(store.get().at).toBe(2);
  });

  it('shows where undo did something', async () => {
    const { store } = await open();
    store.run(quick('0.8'));
    store.run({ name: 'next' });
    store.run({ name: 'undo' });
    await vi.waitFor(() => expect(currentSample(store.get())?.id).toBe('a'));
    expect(store.get().said).toContain('a');
  });
});

describe('when another program changes the file', () => {
  it('says so while nothing is typed', async () => {
    const { store, report } = await open();
    await report.type({ c: { faithfulness_manual: '0.9' } });
    await store.poll();
    expect(store.get().trouble).toEqual({ kind: 'changed' });
    await store.reload();
    expect(store.get().trouble).toBeNull();
    expect(store.get().samples.get('c')?.cells['faithfulness']?.manual).toBe('0.9');
  });

  it('keeps what is typed, overwrites nothing, and writes it after a reload', async () => {
    const { store, report } = await open();
    await report.type({ c: { faithfulness_manual: '0.9' } });
    const theirs = report.text();
    store.run(quick('0.8'));
    await vi.waitFor(() => expect(store.get().trouble).toEqual({ kind: 'changed' }));
    store.run({ name: 'next' });
    store.run(quick('0.4'));
    expect(report.text()).toBe(theirs);
    expect(store.get().queue).toHaveLength(2);
    await store.reload();
    await isWritten(store);
    const cells = await report.cells();
    expect(['a', 'b', 'c'].map((id) => cells[id]?.['faithfulness_manual'])).toEqual(['0.8', '0.4', '0.9']);
  });

  it.each([
    [true, '0.8'],
    [false, '0.6'],
  ])('asks where the very cell was changed; keeping mine: %s', async (keepMine, kept) => {
    const { store, report } = await open();
    await report.type({ a: { faithfulness_manual: '0.6' } });
    store.run(quick('0.8'));
    await vi.waitFor(() => expect(store.get().trouble).toEqual({ kind: 'changed' }));
    await store.reload();
    const [clash] = store.get().clashes;
    expect(clash).toMatchObject({ mine: { text: '0.8' }, theirs: '0.6' });
    expect(await manualOf(report, 'a')).toBe('0.6');
    if (clash !== undefined) store.settleClash(clash, keepMine);
    await isWritten(store);
    expect([await manualOf(report, 'a'), store.get().clashes]).toEqual([kept, []]);
  });
});

describe('when the sheet cannot be written', () => {
  it('keeps what is typed and writes it on another try', async () => {
    const { store, report } = await open();
    report.failWith(new ReportcardError({ code: 'data', message: 'the file is open elsewhere' }));
    store.run(quick('0.8'));
    await vi.waitFor(() =>
      expect(store.get().trouble).toEqual({ kind: 'store', message: 'the file is open elsewhere' }),
    );
    report.failWith(undefined);
    await store.retry();
    await isWritten(store);
    expect([await manualOf(report, 'a'), store.get().trouble]).toEqual(['0.8', null]);
  });

  it('keeps what is typed while the server is away and writes it when it is back', async () => {
    const { store, report, cut } = await open();
    cut(true);
    store.run(quick('0.8'));
    await vi.waitFor(() => expect(store.get().trouble).toEqual({ kind: 'offline' }));
    expect(store.get().queue).toHaveLength(1);
    cut(false);
    await store.poll();
    await isWritten(store);
    expect([await manualOf(report, 'a'), store.get().trouble]).toEqual(['0.8', null]);
  });
});
