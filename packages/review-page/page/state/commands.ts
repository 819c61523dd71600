import type { Command } from './keys.ts';
import { activeMetric, goTo, moveMetric, nextOpen, type ReviewState } from './review-state.ts';
import type { Saver, StateCell } from './saver.ts';
import type { Scoring } from './scoring.ts';
import type { Texts } from './texts.ts';

export interface CommandTools {
  readonly cell: StateCell;
  readonly saver: Saver;
  readonly scoring: Scoring;
  readonly texts: () => Texts;
  readonly say: (text: string) => void;
  /** Changes the state and brings the texts of the sample that is shown then. */
  readonly move: (change: (state: ReviewState) => ReviewState) => void;
}

/** What each key does. `reason` and `filter` only move the keyboard, which is the view's. */
export function createCommands(tools: CommandTools): Readonly<Record<Command['name'], (command: Command) => void>> {
  const { cell, saver, scoring, texts, say, move } = tools;
  return {
    next: () => move((now) => goTo(now, now.at + 1)),
    previous: () => move((now) => goTo(now, now.at - 1)),
    open: () => {
      const position = nextOpen(cell.get());
      if (position < 0) say(texts()('all.done', { n: cell.get().list.length }));
      else move((now) => goTo(now, position));
    },
    metric_next: () => cell.set((now) => moveMetric(now, 1)),
    metric_previous: () => cell.set((now) => moveMetric(now, -1)),
    quick: (command) => {
      if (command.name !== 'quick') return;
      const { metric } = cell.get();
      if (activeMetric(cell.get())?.unit === 'ratio') scoring.score(metric, command.score);
      else scoring.edit(metric, command.score);
    },
    edit: () => scoring.edit(cell.get().metric, '0.'),
    accept: () => scoring.accept(),
    clear: () => scoring.score(cell.get().metric, ''),
    reason: () => {},
    filter: () => {},
    undo: () => saver.add({ kind: 'undo' }),
    help: () => cell.set((now) => ({ ...now, help: !now.help })),
    escape: () => cell.set((now) => ({ ...now, help: false, draft: null, entryError: null, focus: now.focus + 1 })),
  };
}
