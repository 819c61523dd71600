import type { SampleMaterial } from '../../src/review-index.ts';
import { type ReviewApi, ServerFault } from '../api.ts';
import type { Choice } from './filters.ts';
import type { Command } from './keys.ts';
import { type Clash, type PendingEdit, shownText } from './pending.ts';
import { readEntry } from './read-entry.ts';
import {
  activeMetric,
  currentSample,
  goTo,
  INITIAL,
  moveMetric,
  nextOpen,
  type ReviewState,
  withChoice,
  withIndex,
} from './review-state.ts';
import { createSaver, type StateCell } from './saver.ts';
import { createTexts, type Texts } from './texts.ts';

/** The page without its view: state, and everything a reviewer can do. */
export interface ReviewStore {
  get(): ReviewState;
  texts(): Texts;
  subscribe(listener: () => void): () => void;
  start(reviewer: string): Promise<void>;
  /** Does what a key stands for. `reason` and `filter` only move the keyboard, which is the view's. */
  run(command: Command): void;
  goTo(position: number): void;
  /** The keyboard came to a score cell. */
  activate(metric: number): void;
  /** Gives the keyboard to a score cell. */
  goToMetric(metric: number): void;
  /** Opens the field for an exact score. */
  edit(metric: number, draft?: string): void;
  cancelEdit(): void;
  /** Stores a typed score; false, with the reason in the state, where it is none. The keyboard goes back to the cell unless it `stays` away. */
  enter(metric: number, typed: string, stays?: boolean): boolean;
  /** Stores a score in its stored form, or clears it. */
  score(metric: number, text: string): void;
  setReason(sampleId: string, text: string): void;
  setReviewer(name: string): void;
  choose(choice: Choice): void;
  settleClash(clash: Clash, keepMine: boolean): void;
  dismiss(): void;
  retry(): Promise<void>;
  reload(): Promise<void>;
  poll(): Promise<void>;
}

const MOST_MATERIALS = 60;

export function createReviewStore(api: ReviewApi): ReviewStore {
  let state = INITIAL;
  let texts = createTexts({});
  const listeners = new Set<() => void>();
  const materials = new Map<string, SampleMaterial>();
  const touched = new Set<string>();

  const cell: StateCell = {
    get: () => state,
    set: (change) => {
      const before = state;
      state = change(state);
      if (state.index !== before.index && state.index?.samples !== before.index?.samples) materials.clear();
      for (const listener of listeners) listener();
    },
  };
  const say = (said: string): void => cell.set((now) => ({ ...now, said }));

  const fetchMaterial = async (id: string): Promise<void> => {
    if (!materials.has(id)) {
      const material = await api.material(id);
      if (materials.size >= MOST_MATERIALS) materials.clear();
      materials.set(id, material);
    }
    const material = materials.get(id);
    if (material !== undefined && currentSample(state)?.id === id && state.material?.id !== id)
      cell.set((now) => ({ ...now, material }));
  };
  const showMaterial = async (): Promise<void> => {
    const id = currentSample(state)?.id;
    if (id === undefined) return;
    try {
      await fetchMaterial(id);
      const next = state.list[state.at + 1];
      if (next !== undefined) await fetchMaterial(next);
    } catch (error) {
      const trouble =
        error instanceof ServerFault
          ? ({ kind: 'store', message: error.message } as const)
          : ({ kind: 'offline' } as const);
      cell.set((now) => ({ ...now, trouble }));
    }
  };
  const move = (change: (now: ReviewState) => ReviewState): void => {
    const before = currentSample(state)?.id;
    cell.set(change);
    const sample = currentSample(state);
    if (sample !== undefined && sample.id !== before)
      say(texts('sample.announce', { at: state.at + 1, n: state.list.length, id: sample.queryId }));
    void showMaterial();
  };

  const saver = createSaver(api, cell, (sampleId) => {
    say(texts(sampleId === null ? 'undo.none' : 'undo.done'));
    const position = sampleId === null ? -1 : state.list.indexOf(sampleId);
    if (position >= 0) move((now) => goTo(now, position));
  });

  const editOf = (sampleId: string, field: PendingEdit['field'], text: string, metric?: string): PendingEdit | null => {
    const sample = state.samples.get(sampleId);
    if (sample === undefined) return null;
    const base = shownText(sample, { field, metric }, state.queue);
    return base === text ? null : { sampleId, field, metric, text, base };
  };
  const addEdits = (edits: readonly (PendingEdit | null)[]): void => {
    const changed = edits.filter((edit) => edit !== null);
    if (changed.length > 0) saver.add({ kind: 'edits', edits: changed });
  };

  const score = (position: number, text: string, stays = false): void => {
    const sample = currentSample(state);
    const metric = state.index?.metrics[position];
    if (sample === undefined || metric === undefined || sample.cells[metric.id]?.applicable !== true) return;
    cell.set((now) => ({
      ...now,
      metric: position,
      draft: null,
      entryError: null,
      focus: now.focus + (stays ? 0 : 1),
    }));
    touched.add(sample.id);
    const edit = editOf(sample.id, 'score', text, metric.id);
    if (edit === null) return;
    addEdits([edit, text === '' || state.reviewer === '' ? null : editOf(sample.id, 'reviewer', state.reviewer)]);
    say(texts('cell.set', { metric: metric.label, value: text === '' ? texts('cell.empty') : text }));
  };

  const confirm = (): void => {
    const auto = currentSample(state)?.cells[activeMetric(state)?.id ?? '']?.auto ?? null;
    if (auto !== null) score(state.metric, String(auto));
  };
  const edit = (position: number, draft?: string): void =>
    cell.set((now) => {
      const [sample, metric] = [currentSample(now), now.index?.metrics[position]];
      if (sample === undefined || metric === undefined || sample.cells[metric.id]?.applicable !== true) return now;
      const text = draft ?? shownText(sample, { field: 'score', metric: metric.id }, now.queue);
      return { ...now, metric: position, draft: text, entryError: null };
    });

  const COMMANDS: Readonly<Record<Command['name'], (command: Command) => void>> = {
    next: () => move((now) => goTo(now, now.at + 1)),
    previous: () => move((now) => goTo(now, now.at - 1)),
    open: () => {
      const position = nextOpen(state);
      if (position < 0) say(texts('all.done', { n: state.list.length }));
      else move((now) => goTo(now, position));
    },
    metric_next: () => cell.set((now) => moveMetric(now, 1)),
    metric_previous: () => cell.set((now) => moveMetric(now, -1)),
    quick: (command) => {
      if (command.name === 'quick' && activeMetric(state)?.unit === 'ratio') score(state.metric, command.score);
      else if (command.name === 'quick') edit(state.metric, command.score);
    },
    edit: () => edit(state.metric, '0.'),
    accept: confirm,
    clear: () => score(state.metric, ''),
    reason: () => {},
    filter: () => {},
    undo: () => saver.add({ kind: 'undo' }),
    help: () => cell.set((now) => ({ ...now, help: !now.help })),
    escape: () => cell.set((now) => ({ ...now, help: false, draft: null, entryError: null, focus: now.focus + 1 })),
  };

  return {
    get: () => state,
    texts: () => texts,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async (reviewer) => {
      try {
        const index = await api.open();
        texts = createTexts(index.messages);
        const filter = index.samples.some(({ flags }) => flags.includes('audit')) ? 'audit' : 'all';
        move((now) => {
          const loaded = withIndex({ ...now, reviewer, choice: { ...now.choice, filter } }, index);
          return goTo({ ...loaded, material: null }, 0);
        });
      } catch (error) {
        cell.set((now) => ({ ...now, loadError: error instanceof Error ? error.message : String(error) }));
      }
    },
    run: (command) => COMMANDS[command.name](command),
    goTo: (position) => move((now) => goTo(now, position)),
    activate: (metric) => {
      if (metric !== state.metric) cell.set((now) => ({ ...now, metric, draft: null, entryError: null }));
    },
    goToMetric: (metric) =>
      cell.set((now) => ({ ...now, metric, draft: null, entryError: null, focus: now.focus + 1 })),
    edit,
    cancelEdit: () => cell.set((now) => ({ ...now, draft: null, entryError: null, focus: now.focus + 1 })),
    enter: (position, typed, stays) => {
      const unit = state.index?.metrics[position]?.unit ?? 'ratio';
      const entry = readEntry(typed, unit, texts);
      if ('error' in entry) cell.set((now) => ({ ...now, entryError: entry.error }));
      else score(position, entry.text, stays);
      return 'text' in entry;
    },
    score,
    setReason: (sampleId, text) => addEdits([editOf(sampleId, 'reason', text.trim())]),
    setReviewer: (name) => {
      const reviewer = name.trim();
      cell.set((now) => ({ ...now, reviewer }));
      const nameless = [...touched].filter((id) => {
        const sample = state.samples.get(id);
        return sample !== undefined && shownText(sample, { field: 'reviewer' }, state.queue) === '';
      });
      if (reviewer !== '') addEdits(nameless.map((id) => editOf(id, 'reviewer', reviewer)));
    },
    choose: (choice) => move((now) => withChoice(now, choice)),
    settleClash: (clash, keepMine) => {
      cell.set((now) => ({ ...now, clashes: now.clashes.filter((other) => other !== clash) }));
      const { sampleId, field, metric, text } = clash.mine;
      if (keepMine) addEdits([editOf(sampleId, field, text, metric)]);
    },
    dismiss: () => cell.set((now) => ({ ...now, trouble: null })),
    retry: async () => {
      cell.set((now) => ({ ...now, trouble: null }));
      await saver.flush();
      await showMaterial();
    },
    reload: async () => {
      await saver.reload();
      move((now) => now);
    },
    poll: saver.poll,
  };
}
