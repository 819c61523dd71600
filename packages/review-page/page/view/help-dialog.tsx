import { useLayoutEffect, useRef } from 'preact/hooks';
import { BINDINGS } from '../state/keys.ts';
import { useStore } from './use-store.ts';

/** The list of keys. */
export function HelpDialog() {
  const { store, state, t } = useStore();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (state.help && dialog.current?.open === false) dialog.current.showModal();
    if (!state.help && dialog.current?.open === true) dialog.current.close();
  }, [state.help]);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClose={() => {
        if (store.get().help) store.run({ name: 'escape' });
      }}
    >
      <h2 id="help-title">{t('help.title')}</h2>
      <dl>
        {BINDINGS.map(({ shown, text }) => (
          <div key={text} class="help-line">
            <dt>
              {shown.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`key.${text}`)}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">{t('help.forms')}</p>
      <button type="button" class="button strong" onClick={() => store.run({ name: 'escape' })}>
        {t('help.close')}
      </button>
    </dialog>
  );
}
