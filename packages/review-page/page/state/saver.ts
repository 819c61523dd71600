import type { SaveReply } from '../../src/review-index.ts';
import { type ReviewApi, ServerFault } from '../api.ts';
import type { Action } from './pending.ts';
import { type ReviewState, withIndex, withSamples } from './review-state.ts';

/** Access to the state of the page. */
export interface StateCell {
  get(): ReviewState;
  set(change: (state: ReviewState) => ReviewState): void;
}

/** Writes what the reviewer did, one action after another, and watches the file. */
export interface Saver {
  /** Adds an action and writes it as soon as those before it are written. */
  add(action: Action): void;
  /** Writes what waits; does nothing while something keeps it from being written. */
  flush(): Promise<void>;
  /** Reads the report anew, then writes what waits. */
  reload(): Promise<void>;
  /** Asks whether the file has changed and whether the server is there. */
  poll(): Promise<void>;
}

/** Told after an undo: the sample it touched, null where there was nothing to undo. */
export type OnUndone = (sampleId: string | null) => void;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function createSaver(api: ReviewApi, cell: StateCell, onUndone: OnUndone): Saver {
  const send = (action: Action): Promise<SaveReply> => {
    const version = cell.get().index?.version ?? null;
    if (action.kind === 'undo') return api.undo(version);
    return api.save(
      action.edits.map(({ sampleId, field, metric, text }) => ({ sampleId, field, metric, text })),
      version,
    );
  };

  const settle = (action: Action, reply: SaveReply): void => {
    const without = (state: ReviewState): readonly Action[] => state.queue.filter((other) => other !== action);
    if (reply.kind === 'conflict') cell.set((state) => ({ ...state, trouble: { kind: 'changed' } }));
    else if (reply.kind === 'refused') {
      const message = reply.problems.map((problem) => problem.message).join('; ');
      cell.set((state) => ({ ...state, queue: without(state), trouble: { kind: 'refused', message } }));
    } else {
      cell.set((state) => {
        const index = state.index === null ? null : { ...state.index, version: reply.version, undo: reply.undo };
        const trouble = state.trouble?.kind === 'refused' ? state.trouble : null;
        return { ...withSamples(state, reply.samples), index, queue: without(state), trouble, saved: true };
      });
      if (action.kind === 'undo') onUndone(reply.samples[0]?.id ?? null);
    }
  };

  const fail = (error: unknown): void =>
    cell.set((state) => ({
      ...state,
      trouble: error instanceof ServerFault ? { kind: 'store', message: messageOf(error) } : { kind: 'offline' },
    }));

  const flush = async (): Promise<void> => {
    if (cell.get().saving) return;
    cell.set((state) => ({ ...state, saving: true }));
    try {
      for (;;) {
        const { queue, trouble } = cell.get();
        const action = queue[0];
        if (action === undefined || trouble?.kind === 'changed') return;
        settle(action, await send(action));
      }
    } catch (error) {
      fail(error);
    } finally {
      cell.set((state) => ({ ...state, saving: false }));
    }
  };

  const poll = async (): Promise<void> => {
    const before = cell.get();
    if (before.index === null || before.saving) return;
    try {
      const version = await api.version();
      const { index, saving, trouble } = cell.get();
      if (saving || index?.version !== before.index.version) return;
      if (version !== index.version) cell.set((state) => ({ ...state, trouble: { kind: 'changed' } }));
      else if (trouble?.kind === 'offline') {
        cell.set((state) => ({ ...state, trouble: null }));
        await flush();
      }
    } catch (error) {
      fail(error);
    }
  };

  return {
    add: (action) => {
      cell.set((state) => ({ ...state, queue: [...state.queue, action] }));
      void flush();
    },
    flush,
    poll,
    reload: async () => {
      try {
        const index = await api.reload();
        cell.set((state) => withIndex(state, index));
        await flush();
      } catch (error) {
        fail(error);
      }
    },
  };
}
