import { useRef } from 'preact/hooks';
import { countPending } from '../state/pending.ts';
import type { ReviewState } from '../state/review-state.ts';
import type { Texts } from '../state/texts.ts';
import { FilterFields } from './filter-bar.tsx';
import { useStore } from './use-store.ts';

function saveText(state: ReviewState, t: Texts): { readonly text: string; readonly tone: string } {
  const pending = countPending(state.queue, state.clashes);
  if (pending > 0 && (state.trouble !== null || !state.saving))
    return { text: t('save.unsaved', { n: pending }), tone: 'bad' };
  if (pending > 0) return { text: t('save.saving'), tone: 'quiet' };
  return state.saved ? { text: t('save.saved'), tone: 'good' } : { text: t('save.nothing'), tone: 'quiet' };
}

function SaveState() {
  const { state, t } = useStore();
  const { text, tone } = saveText(state, t);
  return (
    <span class={`save-state ${tone}`} title={state.index?.sheetPath}>
      <span class="save-dot" aria-hidden="true" />
      {text}
    </span>
  );
}

function Reviewer() {
  const { store, state, t } = useStore();
  const field = useRef<HTMLInputElement>(null);
  return (
    <label class="reviewer">
      <span>{t('reviewer.label')}</span>
      <input
        ref={field}
        class="field"
        name="reviewer"
        maxLength={100}
        autocomplete="off"
        spellcheck={false}
        placeholder={t('reviewer.hint')}
        defaultValue={state.reviewer}
        onBlur={(event) => store.setReviewer(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          // the press must not go on to the cell that gets the keyboard now
          event.preventDefault();
          store.run({ name: 'escape' });
        }}
      />
    </label>
  );
}

/** Run, search, what is on disk, and the reviewer. */
export function Header() {
  const { store, state, t } = useStore();
  return (
    <header class="top">
      <div class="brand">
        <strong>{t('page.brand')}</strong>
        <span class="brand-name">{t('page.name')}</span>
        <bdi class="run mono" title={state.index?.runId}>
          {state.index?.runId}
        </bdi>
      </div>
      <FilterFields />
      <div class="top-tools">
        <SaveState />
        <Reviewer />
        <button type="button" class="button small" onClick={() => store.run({ name: 'help' })}>
          {t('help.open')} <kbd>?</kbd>
        </button>
      </div>
    </header>
  );
}
