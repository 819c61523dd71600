import { type Choice, countFilters, FILTERS, intentsOf } from '../state/filters.ts';
import { countReviewed, type ReviewState } from '../state/review-state.ts';
import type { Texts } from '../state/texts.ts';
import { useStore } from './use-store.ts';

/** Filters that stand in the bar even when they would show nothing, with the hint that says why. */
function hintOf(id: string, state: ReviewState, t: Texts): string {
  const { baseline = null, hasHighRiskIntents = false } = state.index ?? {};
  if (id === 'dropped')
    return baseline === null ? t('filter.hint.dropped_none') : t('filter.hint.dropped', { baseline });
  if (id === 'high_risk' && !hasHighRiskIntents) return t('filter.hint.high_risk_none');
  return t(`filter.hint.${id}`);
}

function Chips({ counts, choice }: { readonly counts: Readonly<Record<string, number>>; readonly choice: Choice }) {
  const { store, state, t } = useStore();
  return (
    <fieldset class="chips">
      <legend class="unseen">{t('filter.label')}</legend>
      {FILTERS.map(({ id }) => {
        const n = counts[id] ?? 0;
        const chosen = choice.filter === id;
        if (id === 'stale' && n === 0 && !chosen) return null;
        return (
          <button
            key={id}
            type="button"
            class="chip"
            data-filter={id}
            aria-pressed={chosen}
            disabled={n === 0 && !chosen}
            title={hintOf(id, state, t)}
            onClick={() => store.choose({ ...choice, filter: id })}
          >
            {t(`filter.${id}`)} <span class="chip-count">{n}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** The fields that narrow the samples down, whatever the filter. */
export function FilterFields() {
  const { store, state, t } = useStore();
  const { choice } = state;
  const samples = [...state.samples.values()];
  const name = (text: string): string => (text === '' ? t('filter.unlabelled') : text);
  return (
    <search class="filter-fields">
      <select
        class="field"
        aria-label={t('filter.intent')}
        value={choice.intent ?? ''}
        onChange={(event) => store.choose({ ...choice, intent: event.currentTarget.value || null })}
      >
        <option value="">{t('filter.intent_all')}</option>
        {intentsOf(samples).map(({ key, l1, l2, n }) => (
          <option key={key} value={key}>
            {`${name(l1)} / ${name(l2)} (${n})`}
          </option>
        ))}
      </select>
      <input
        id="search"
        class="field"
        type="search"
        aria-label={t('filter.search')}
        placeholder={`${t('filter.search_hint')}  /`}
        autocomplete="off"
        spellcheck={false}
        value={choice.search}
        onInput={(event) => store.choose({ ...choice, search: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          // the press must not go on to the cell that gets the keyboard now
          event.preventDefault();
          store.run({ name: 'escape' });
        }}
      />
    </search>
  );
}

function Progress() {
  const { state, t } = useStore();
  const { n, total } = countReviewed(state);
  return (
    <div class="progress">
      <progress max={Math.max(total, 1)} value={n} aria-label={t('progress.label')} />
      <span class="progress-text">{t('progress.text', { n, total })}</span>
    </div>
  );
}

/** Which samples are gone through, and how far. */
export function FilterBar() {
  const { state, t } = useStore();
  const { choice } = state;
  const counts = countFilters([...state.samples.values()], choice);
  return (
    <nav class="filters" aria-label={t('filter.label')}>
      <Chips counts={counts} choice={choice} />
      <Progress />
    </nav>
  );
}
