import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { ReviewState } from '../state/review-state.ts';
import type { ReviewStore } from '../state/review-store.ts';
import type { Texts } from '../state/texts.ts';

export const StoreContext: ReturnType<typeof createContext<ReviewStore | null>> = createContext<ReviewStore | null>(
  null,
);

/** The store of the page, its state now, and its texts; the component is drawn again when the state changes. */
export function useStore(): { readonly store: ReviewStore; readonly state: ReviewState; readonly t: Texts } {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('a view outside of the page');
  const [state, setState] = useState(store.get());
  useEffect(() => store.subscribe(() => setState(store.get())), [store]);
  return { store, state, t: store.texts() };
}
