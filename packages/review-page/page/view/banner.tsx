import type { Clash } from '../state/pending.ts';
import { countPending } from '../state/pending.ts';
import type { Trouble } from '../state/review-state.ts';
import { useStore } from './use-store.ts';

function ChangedBanner() {
  const { store, state, t } = useStore();
  const n = countPending(state.queue, state.clashes);
  return (
    <div class="banner warn" role="alert">
      <p>
        <strong>{t('trouble.changed', { sheet: state.index?.sheetPath ?? '' })}</strong>{' '}
        {n > 0 && t('trouble.kept', { n })}
      </p>
      <button type="button" class="button strong" onClick={() => void store.reload()}>
        {t(n > 0 ? 'trouble.reload_save' : 'trouble.reload')}
      </button>
    </div>
  );
}

function TroubleBanner({ trouble }: { readonly trouble: Trouble }) {
  const { store, t } = useStore();
  if (trouble.kind === 'changed') return <ChangedBanner />;
  const refused = trouble.kind === 'refused';
  const text =
    trouble.kind === 'offline' ? t('trouble.offline') : t(`trouble.${trouble.kind}`, { message: trouble.message });
  return (
    <div class="banner bad" role="alert">
      <p class="pre">{text}</p>
      <button type="button" class="button" onClick={() => (refused ? store.dismiss() : void store.retry())}>
        {t(refused ? 'trouble.dismiss' : 'trouble.retry')}
      </button>
    </div>
  );
}

function ClashBanner({ clash }: { readonly clash: Clash }) {
  const { store, state, t } = useStore();
  const { mine, theirs } = clash;
  const sample = state.samples.get(mine.sampleId);
  const metric = state.index?.metrics.find(({ id }) => id === mine.metric)?.label;
  const field = metric ?? t(mine.field === 'reason' ? 'panel.reason' : 'reviewer.label');
  const name = (text: string): string => (text === '' ? t('clash.empty') : text);
  return (
    <div class="banner warn" role="alert">
      <p>
        <strong>{t('clash.title')}</strong> <bdi class="mono">{sample?.queryId}</bdi> · {field}
      </p>
      <button type="button" class="button strong" onClick={() => store.settleClash(clash, true)}>
        {t('clash.mine', { text: name(mine.text) })}
      </button>
      <button type="button" class="button" onClick={() => store.settleClash(clash, false)}>
        {t('clash.theirs', { text: name(theirs) })}
      </button>
    </div>
  );
}

/** What keeps scores from the sheet, with the way out. */
export function Banner() {
  const { state } = useStore();
  return (
    <>
      {state.trouble !== null && <TroubleBanner trouble={state.trouble} />}
      {state.clashes.map((clash) => (
        <ClashBanner key={JSON.stringify([clash.mine.sampleId, clash.mine.field, clash.mine.metric])} clash={clash} />
      ))}
    </>
  );
}
