import type { SampleMaterial } from '../../src/review-index.ts';
import { type ReviewApi, ServerFault } from '../api.ts';
import { currentSample } from './review-state.ts';
import type { StateCell } from './saver.ts';

/** Brings the texts of the sample on the screen, and those of the next one ahead of time. */
export interface MaterialLoader {
  show(): Promise<void>;
  /** Forgets all texts, since the report was read anew. */
  forget(): void;
}

const MOST_KEPT = 60;

export function createMaterialLoader(api: ReviewApi, cell: StateCell): MaterialLoader {
  const kept = new Map<string, SampleMaterial>();

  const bring = async (id: string): Promise<void> => {
    if (!kept.has(id)) {
      const material = await api.material(id);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(id, material);
    }
    const material = kept.get(id);
    const state = cell.get();
    if (material !== undefined && currentSample(state)?.id === id && state.material?.id !== id)
      cell.set((now) => ({ ...now, material }));
  };

  return {
    forget: () => kept.clear(),
    show: async () => {
      const state = cell.get();
      const id = currentSample(state)?.id;
      if (id === undefined) return;
      try {
        await bring(id);
        const next = state.list[state.at + 1];
        if (next !== undefined) await bring(next);
      } catch (error) {
        cell.set((now) => ({
          ...now,
          trouble: error instanceof ServerFault ? { kind: 'store', message: error.message } : { kind: 'offline' },
        }));
      }
    },
  };
}
