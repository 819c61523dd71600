import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer } from 'preact/hooks';
import type { ReviewState } from '../state/review-state.ts';
import type { ReviewStore } from '../state/review-store.ts';
import type { Texts } from '../state/texts.ts';

export const StoreContext: ReturnType<typeof createContext<ReviewStore | null>> = createContext<ReviewStore | null>(
  null,
);

/** The store of the page, its state now, and its texts. The page is drawn anew from the top when the state changes. */
export function useStore(): { readonly store: ReviewStore; readonly state: ReviewState; readonly t: Texts } {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('a view outside of the page');
  return { store, state: store.get(), t: store.texts() };
}

/** Draws a component and all within it anew at every change of the state, before the next key can be pressed. */
export function useEveryChange(store: ReviewStore): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    redraw(undefined);
    return store.subscribe(() => redraw(undefined));
  }, [store]);
}
