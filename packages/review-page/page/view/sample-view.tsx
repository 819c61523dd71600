import type { ReviewSample, SampleMaterial } from '../../src/review-index.ts';
import { ContextList } from './context-list.tsx';
import { EvidencePanel } from './evidence-panel.tsx';
import { LongText } from './long-text.tsx';
import { useStore } from './use-store.ts';

const ANSWER_LENGTH = 1200;

function Tags({ sample }: { readonly sample: ReviewSample }) {
  const { t } = useStore();
  const has = (flag: ReviewSample['flags'][number]): boolean => sample.flags.includes(flag);
  return (
    <div class="tags">
      {sample.reasons.map(({ text, unconfirmed }) => (
        <span key={text} class="tag bad">
          {text}
          {unconfirmed && <em> · {t('sample.unconfirmed')}</em>}
        </span>
      ))}
      {sample.drop !== null && (
        <span class="tag warn">
          <span aria-hidden="true">▼ </span>
          {t('sample.drop', { label: sample.drop.label, before: sample.drop.before, after: sample.drop.after })}
        </span>
      )}
      {has('high_risk') && <span class="tag warn">{t('sample.high_risk')}</span>}
      {has('audit') && <span class="tag">{t('sample.audit')}</span>}
      {has('reviewed') && (
        <span class="tag good">
          <span aria-hidden="true">✓ </span>
          {t('sample.reviewed')}
        </span>
      )}
    </div>
  );
}

function Facts({ sample }: { readonly sample: ReviewSample }) {
  const { t } = useStore();
  const intent = [sample.intentL1, sample.intentL2].filter((part) => part !== '').join(' / ');
  return (
    <p class="facts">
      <bdi class="mono id">{sample.queryId}</bdi>
      {sample.variant !== '' && <bdi>{sample.variant}</bdi>}
      <bdi>{intent === '' ? t('filter.unlabelled') : intent}</bdi>
      {sample.difficulty !== '' && <bdi>{sample.difficulty}</bdi>}
      <span>{sample.finalStatus}</span>
    </p>
  );
}

function Answers({ material }: { readonly material: SampleMaterial }) {
  const { t } = useStore();
  return (
    <div class="answers">
      <section class="card answer" aria-labelledby="answer-title">
        <h2 id="answer-title">{t('text.answer')}</h2>
        {material.error !== null && (
          <p class="bad pre">
            {t('text.error')}: {material.error}
          </p>
        )}
        <LongText key={`a${material.id}`} text={material.answer} limit={ANSWER_LENGTH} missing={t('text.none')} />
      </section>
      <section class="card reference" aria-labelledby="reference-title">
        <h2 id="reference-title">{t('text.reference')}</h2>
        <LongText key={`r${material.id}`} text={material.reference} limit={ANSWER_LENGTH} missing={t('text.none')} />
      </section>
    </div>
  );
}

function OtherScores({ material }: { readonly material: SampleMaterial }) {
  const { t } = useStore();
  if (material.scores.length === 0) return null;
  return (
    <section class="block" aria-labelledby="scores-title">
      <h2 id="scores-title">{t('scores.title')}</h2>
      <dl class="scores">
        {material.scores.map(({ metric, label, text, scored, bad }) => (
          <div key={metric} class="score-pair">
            <dt title={metric}>{label}</dt>
            <dd class={bad ? 'bad' : scored ? '' : 'quiet small-text'}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Everything a reviewer needs to judge one sample. */
export function SampleView({ sample }: { readonly sample: ReviewSample }) {
  const { state, t } = useStore();
  const { material } = state;
  return (
    <article class="sample" aria-labelledby="question">
      <Facts sample={sample} />
      <Tags sample={sample} />
      {sample.flags.includes('stale') && <p class="notice">{t('sample.stale')}</p>}
      <h1 id="question" class="question" dir="auto">
        <span class="unseen">{t('text.question')}: </span>
        {material?.question ?? (sample.question === '' ? sample.queryId : sample.question)}
      </h1>
      {material !== null && (
        <>
          {material.recorded ? <Answers material={material} /> : <p class="notice">{t('text.not_recorded')}</p>}
          <EvidencePanel material={material} sample={sample} />
          {material.recorded && <ContextList material={material} />}
          <OtherScores material={material} />
        </>
      )}
    </article>
  );
}
