import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ReviewSample } from '../../src/review-index.ts';
import { shownText } from '../state/pending.ts';
import { countReviewed } from '../state/review-state.ts';
import { MetricRow } from './metric-row.tsx';
import { useStore } from './use-store.ts';

function ReasonField({ sample }: { readonly sample: ReviewSample }) {
  const { store, state, t } = useStore();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = shownText(sample, { field: 'reason' }, state.queue);
  useLayoutEffect(() => {
    const area = field.current;
    if (area !== null && area !== document.activeElement) area.value = text;
  }, [text]);
  return (
    <label class="reason">
      <span>{t('panel.reason')}</span>
      <textarea
        key={sample.id}
        id="reason"
        ref={field}
        class="field"
        rows={2}
        maxLength={2000}
        placeholder={t('panel.reason_hint')}
        defaultValue={text}
        onBlur={(event) => store.setReason(sample.id, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          store.run({ name: 'escape' });
        }}
      />
    </label>
  );
}

function Steps() {
  const { store, state, t } = useStore();
  return (
    <div class="steps">
      <button type="button" class="button" disabled={state.at === 0} onClick={() => store.run({ name: 'previous' })}>
        <span aria-hidden="true">← </span>
        {t('sample.previous')}
      </button>
      <span class="position">{t('sample.position', { at: state.at + 1, n: state.list.length })}</span>
      <button
        type="button"
        class="button strong"
        disabled={state.at >= state.list.length - 1}
        onClick={() => store.run({ name: 'next' })}
      >
        {t('sample.next')}
        <span aria-hidden="true"> →</span>
      </button>
    </div>
  );
}

function Footer() {
  const { state, t } = useStore();
  const { n, total } = countReviewed(state);
  return (
    <div class="panel-foot">
      {total > 0 && n === total && <p class="good all-done">✓ {t('all.done', { n })}</p>}
      <p class="small-text quiet">
        {t('panel.apply')} <code>{state.index?.reportCommand}</code>
      </p>
    </div>
  );
}

/** Where the sample is scored. */
export function ScorePanel({ sample }: { readonly sample: ReviewSample }) {
  const { store, state, t } = useStore();
  const metrics = state.index?.metrics ?? [];
  return (
    <aside class="panel" aria-labelledby="panel-title">
      <div class="panel-head">
        <h2 id="panel-title">{t('panel.title')}</h2>
        <button
          type="button"
          class="button small"
          disabled={(state.index?.undo ?? 0) === 0}
          onClick={() => store.run({ name: 'undo' })}
        >
          {t('panel.undo')} <kbd>u</kbd>
        </button>
      </div>
      {metrics.length === 0 && <p class="quiet">{t('panel.no_metrics')}</p>}
      {metrics.map((metric, position) => (
        <MetricRow key={metric.id} metric={metric} position={position} sample={sample} />
      ))}
      <ReasonField sample={sample} />
      <Steps />
      <p class="panel-keys small-text quiet">
        {t('panel.key_score')}
        <br />
        {t('panel.key_move')}
      </p>
      <Footer />
    </aside>
  );
}
