import type { ReviewApi } from '../api.ts';
import { createCommands } from './commands.ts';
import type { Choice } from './filters.ts';
import type { Command } from './keys.ts';
import { createMaterialLoader } from './material-loader.ts';
import { currentSample, goTo, INITIAL, type ReviewState, withChoice, withIndex } from './review-state.ts';
import { createSaver, type StateCell } from './saver.ts';
import { createScoring, type Scoring } from './scoring.ts';
import { createTexts, type Texts } from './texts.ts';

/** The page without its view: state, and everything a reviewer can do. */
export interface ReviewStore extends Omit<Scoring, 'accept'> {
  get(): ReviewState;
  texts(): Texts;
  subscribe(listener: () => void): () => void;
  start(reviewer: string): Promise<void>;
  /** Does what a key stands for. */
  run(command: Command): void;
  goTo(position: number): void;
  /** The keyboard came to a score cell. */
  activate(metric: number): void;
  /** Gives the keyboard to a score cell. */
  goToMetric(metric: number): void;
  choose(choice: Choice): void;
  dismiss(): void;
  retry(): Promise<void>;
  reload(): Promise<void>;
  poll(): Promise<void>;
}

interface Holder extends StateCell {
  subscribe(listener: () => void): () => void;
}

function createHolder(): Holder {
  let state = INITIAL;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (change) => {
      state = change(state);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The state of a report that was opened: at the first sample of the audit where there is one, else of all. */
function openIndex(state: ReviewState, index: NonNullable<ReviewState['index']>, reviewer: string): ReviewState {
  const filter = index.samples.some(({ flags }) => flags.includes('audit')) ? 'audit' : 'all';
  return goTo(withIndex({ ...state, reviewer, choice: { ...state.choice, filter } }, index), 0);
}

export function createReviewStore(api: ReviewApi): ReviewStore {
  const cell = createHolder();
  const loader = createMaterialLoader(api, cell);
  const texts = (): Texts => createTexts(cell.get().index?.messages ?? {});
  const say = (said: string): void => cell.set((now) => ({ ...now, said }));
  const move = (change: (now: ReviewState) => ReviewState): void => {
    const before = currentSample(cell.get())?.id;
    cell.set(change);
    const { at, list } = cell.get();
    const sample = currentSample(cell.get());
    if (sample !== undefined && sample.id !== before)
      say(texts()('sample.announce', { at: at + 1, n: list.length, id: sample.queryId }));
    void loader.show();
  };
  const saver = createSaver(api, cell, (sampleId) => {
    const position = sampleId === null ? -1 : cell.get().list.indexOf(sampleId);
    if (position >= 0) move((now) => goTo(now, position));
    say(
      texts()(sampleId === null ? 'undo.none' : 'undo.done', {
        id: cell.get().samples.get(sampleId ?? '')?.queryId ?? '',
      }),
    );
  });
  const scoring = createScoring({ cell, saver, texts, say });
  const commands = createCommands({ cell, saver, scoring, texts, say, move });
  const resetMetric =
    (metric: number, focus: number) =>
    (now: ReviewState): ReviewState => ({
      ...now,
      metric,
      draft: null,
      entryError: null,
      focus: now.focus + focus,
    });
  return {
    ...scoring,
    get: cell.get,
    subscribe: cell.subscribe,
    texts,
    start: async (reviewer) => {
      try {
        const index = await api.open();
        move((now) => openIndex(now, index, reviewer));
      } catch (error) {
        cell.set((now) => ({ ...now, loadError: error instanceof Error ? error.message : String(error) }));
      }
    },
    run: (command) => commands[command.name](command),
    goTo: (position) => move((now) => goTo(now, position)),
    activate: (metric) => {
      if (metric !== cell.get().metric) cell.set(resetMetric(metric, 0));
    },
    goToMetric: (metric) => cell.set(resetMetric(metric, 1)),
    choose: (choice) => move((now) => withChoice(now, choice)),
    dismiss: () => cell.set((now) => ({ ...now, trouble: null })),
    retry: async () => {
      cell.set((now) => ({ ...now, trouble: null }));
      await saver.flush();
      await loader.show();
    },
    reload: async () => {
      loader.forget();
      await saver.reload();
      await loader.show();
    },
    poll: saver.poll,
  };
}
