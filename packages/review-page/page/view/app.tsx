import { useLayoutEffect, useRef } from 'preact/hooks';
import { commandOf } from '../state/keys.ts';
import { currentSample } from '../state/review-state.ts';
import type { ReviewStore } from '../state/review-store.ts';
import { Banner } from './banner.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Header } from './header.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { LoadFailed } from './load-failed.tsx';
import { SampleView } from './sample-view.tsx';
import { ScorePanel } from './score-panel.tsx';
import { StoreContext, useEveryChange, useStore } from './use-store.ts';

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** Elements that keys send the keyboard to, by command. */
const FIELDS: Readonly<Record<string, string>> = { reason: '#reason', filter: '#search' };

function useKeys(store: ReviewStore): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || store.get().index === null) return;
      const command = commandOf(event, isTextField(event.target));
      if (command === null || (store.get().help && command.name !== 'help' && command.name !== 'escape')) return;
      event.preventDefault();
      const field = FIELDS[command.name];
      if (field === undefined) store.run(command);
      else document.querySelector<HTMLElement>(field)?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store]);
}

/**
 * Gives the keyboard to the active score cell when the state says so, and shows a new sample from its top. Done in the
 * same task as the change: a key that comes at once must find the keyboard in its place.
 */
function useFocus(): void {
  const { state } = useStore();
  const shown = useRef<string | undefined>(undefined);
  const id = currentSample(state)?.id;
  useLayoutEffect(() => {
    if (state.focus === 0 || state.draft !== null) return;
    document.querySelector<HTMLElement>('[data-active-cell]')?.focus({ preventScroll: true });
  }, [state.focus]);
  useLayoutEffect(() => {
    if (shown.current !== id) scrollTo(0, 0);
    shown.current = id;
  }, [id]);
}

function Content() {
  const { store, state, t } = useStore();
  useFocus();
  if (state.loadError !== null) return <LoadFailed message={state.loadError} />;
  if (state.index === null) return <main class="alone quiet">…</main>;
  const sample = currentSample(state);
  return (
    <>
      <Header />
      <FilterBar />
      <Banner />
      {sample === undefined ? (
        <main class="alone">
          <h1>{t('filter.none')}</h1>
          <button
            type="button"
            class="button"
            onClick={() => store.choose({ filter: 'all', intent: null, search: '' })}
          >
            {t('filter.clear')}
          </button>
        </main>
      ) : (
        <main class="desk">
          <SampleView sample={sample} />
          <ScorePanel sample={sample} />
        </main>
      )}
      <HelpDialog />
      <p class="unseen" role="status" aria-live="polite">
        {state.said}
      </p>
    </>
  );
}

export function App({ store }: { readonly store: ReviewStore }) {
  useKeys(store);
  useEveryChange(store);
  return (
    <StoreContext.Provider value={store}>
      <Content />
    </StoreContext.Provider>
  );
}
