import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ReviewCell, ReviewMetric, ReviewSample } from '../../src/review-index.ts';
import { shownText } from '../state/pending.ts';
import { useStore } from './use-store.ts';

interface MetricRowProps {
  readonly metric: ReviewMetric;
  readonly position: number;
  readonly sample: ReviewSample;
}

const STEPS = ['0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9', '1'] as const;
const KEYS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '='] as const;

/** Steps of the scale with a click each; the filled part is the human score, the ring the automatic one. */
function Scale({
  metric,
  position,
  cell,
  text,
}: MetricRowProps & { readonly cell: ReviewCell; readonly text: string }) {
  const { store, t } = useStore();
  const value = text === '' ? null : Number(text);
  const ring = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // set through the object model: the page's policy allows no style attribute
    ring.current?.style.setProperty('--at', String(cell.auto ?? 0));
  }, [cell.auto]);
  return (
    <div class="scale">
      {STEPS.map((step, index) => (
        <button
          key={step}
          type="button"
          tabIndex={-1}
          class={value !== null && Number(step) <= value + 0.001 ? 'step on' : 'step'}
          aria-label={t('cell.set', { metric: metric.label, value: step })}
          onClick={() => store.score(position, step)}
        >
          <span aria-hidden="true">{KEYS[index]}</span>
        </button>
      ))}
      {cell.auto !== null && <span ref={ring} class="ring" aria-hidden="true" />}
    </div>
  );
}

function ExactField({ metric, position }: MetricRowProps) {
  const { store, state, t } = useStore();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    if (input === null) return;
    input.focus();
    const start = state.draft === '0.' ? input.value.length : 0;
    input.setSelectionRange(start, input.value.length);
  }, []);
  return (
    <input
      ref={field}
      class="cell-field"
      aria-label={t('cell.label', { metric: metric.label })}
      aria-invalid={state.entryError !== null}
      aria-describedby="entry-error"
      inputMode="decimal"
      autocomplete="off"
      defaultValue={state.draft ?? ''}
      onBlur={(event) => {
        if (store.get().draft !== null) store.enter(position, event.currentTarget.value, true);
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key !== 'Enter' && event.key !== 'Tab') return;
        event.preventDefault();
        const entered = store.enter(position, event.currentTarget.value);
        if (entered && event.key === 'Tab') store.run({ name: event.shiftKey ? 'metric_previous' : 'metric_next' });
      }}
    />
  );
}

function CellButton({ metric, position, sample, text }: MetricRowProps & { readonly text: string }) {
  const { store, state, t } = useStore();
  const shown = text === '' ? t('cell.empty') : text;
  return (
    <button
      type="button"
      class={text === '' ? 'cell empty' : 'cell'}
      data-metric={metric.id}
      {...(state.metric === position ? { 'data-active-cell': '' } : {})}
      disabled={sample.cells[metric.id]?.applicable !== true}
      aria-label={`${t('cell.label', { metric: metric.label })}: ${shown}`}
      onFocus={() => store.activate(position)}
      onClick={() => store.edit(position)}
    >
      {text === '' ? '—' : text}
    </button>
  );
}

/** The automatic score; a press on it confirms it. */
function AutomaticScore({ cell, metric, position }: MetricRowProps & { readonly cell: ReviewCell }) {
  const { store, t } = useStore();
  if (cell.auto === null) return <span class="auto none">{cell.autoText}</span>;
  return (
    <button
      type="button"
      class="auto"
      tabIndex={-1}
      disabled={!cell.applicable}
      title={`${t('panel.accept')} (a)`}
      onClick={() => store.score(position, String(cell.auto))}
    >
      {t('panel.auto')} <b>{cell.autoText}</b>
      <span class="unseen">
        {' '}
        {metric.label}: {t('panel.accept')}
      </span>
    </button>
  );
}

/** One metric: its automatic score, the human score, and the ways to give one. */
export function MetricRow({ metric, position, sample }: MetricRowProps) {
  const { store, state, t } = useStore();
  const cell = sample.cells[metric.id];
  if (cell === undefined) return null;
  const text = shownText(sample, { field: 'score', metric: metric.id }, state.queue);
  const isActive = state.metric === position;
  const isEditing = isActive && state.draft !== null;
  const props = { metric, position, sample };
  return (
    <section class={`metric${isActive ? ' active' : ''}${cell.applicable ? '' : ' off'}`} aria-label={metric.label}>
      <div class="metric-head">
        <button
          type="button"
          class="metric-name"
          tabIndex={-1}
          title={metric.explanation}
          onClick={() => store.goToMetric(position)}
        >
          {metric.label}
          {cell.pi !== null && (
            <span class="pi" title={t('sample.audit')}>
              ◆<span class="unseen"> {t('sample.audit')}</span>
            </span>
          )}
        </button>
        <AutomaticScore {...props} cell={cell} />
        {isEditing ? <ExactField key={sample.id} {...props} /> : <CellButton {...props} text={text} />}
      </div>
      {metric.unit === 'ratio' && cell.applicable && <Scale {...props} cell={cell} text={text} />}
      {isEditing && state.entryError !== null && (
        <p id="entry-error" class="bad small-text" role="alert">
          {state.entryError}
        </p>
      )}
      {cell.unreadable && text === cell.manual && (
        <p class="bad small-text">{t('cell.unreadable', { text: cell.manual })}</p>
      )}
      {cell.second !== '' && (
        <p class="quiet small-text">
          {t('panel.second')} {cell.second}
        </p>
      )}
    </section>
  );
}
