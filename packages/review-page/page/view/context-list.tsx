import type { ContextView, SampleMaterial } from '../../src/review-index.ts';
import { LongText } from './long-text.tsx';
import { useStore } from './use-store.ts';

const CONTEXT_LENGTH = 220;

function Expected({ material }: { readonly material: SampleMaterial }) {
  const { t } = useStore();
  if (material.expected.length === 0) return null;
  return (
    <section class="block" aria-labelledby="documents-title">
      <h2 id="documents-title">{t('documents.title')}</h2>
      <ul class="documents">
        {material.expected.map(({ documentId, rank }) => (
          <li key={documentId} class={rank === null ? 'missed' : 'found'}>
            <span class="mark" aria-hidden="true">
              {rank === null ? '✕' : '✓'}
            </span>
            <bdi class="mono">{documentId}</bdi>
            <span class={rank === null ? 'bad' : 'quiet'}>
              {rank === null ? t('documents.missed') : t('documents.found', { rank })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ContextItem({ context }: { readonly context: ContextView }) {
  const { t } = useStore();
  return (
    <li class="context">
      <span class="rank">{context.rank}</span>
      <div class="context-body">
        <p class="context-head">
          <bdi class="mono">{context.documentId}</bdi>
          {context.expected && <span class="tag good">{t('contexts.expected')}</span>}
          {context.useful !== null && (
            <span class={`tag ${context.useful ? 'good' : 'bad'}`}>
              {t(context.useful ? 'contexts.useful' : 'contexts.useless')}
            </span>
          )}
        </p>
        <LongText text={context.text} limit={CONTEXT_LENGTH} missing={t('contexts.no_text')} />
        {context.why !== '' && (
          <p class="why" dir="auto">
            {context.why}
          </p>
        )}
      </div>
    </li>
  );
}

/** What was retrieved, in its order, and what should have been. */
export function ContextList({ material }: { readonly material: SampleMaterial }) {
  const { t } = useStore();
  return (
    <>
      <Expected material={material} />
      <section class="block" aria-labelledby="contexts-title">
        <h2 id="contexts-title">
          {t('contexts.title')} <span class="quiet small-text">{material.contexts.length}</span>
        </h2>
        {material.contexts.length === 0 ? (
          <p class="quiet">{t('contexts.none')}</p>
        ) : (
          <ol class="contexts">
            {material.contexts.map((context) => (
              <ContextItem key={`${material.id} ${context.rank}`} context={context} />
            ))}
          </ol>
        )}
      </section>
    </>
  );
}
