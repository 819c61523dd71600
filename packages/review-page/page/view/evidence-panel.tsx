import type {
  EvidenceGroup,
  EvidenceItem,
  EvidenceView,
  ReviewSample,
  SampleMaterial,
} from '../../src/review-index.ts';
import { activeMetric } from '../state/review-state.ts';
import { useStore } from './use-store.ts';

const MARKS = { ok: '✓', bad: '✕', open: '–' } as const;

function Item({ item }: { readonly item: EvidenceItem }) {
  const { t } = useStore();
  const state = item.ok === null ? 'open' : item.ok ? 'ok' : 'bad';
  return (
    <li class={`verdict ${state}`}>
      <span class="mark" role="img" aria-label={t(`evidence.${state}`)}>
        {MARKS[state]}
      </span>
      <div>
        <p dir="auto">{item.text}</p>
        {item.why !== '' && (
          <p class="why" dir="auto">
            {item.why}
          </p>
        )}
      </div>
    </li>
  );
}

function Group({ group }: { readonly group: EvidenceGroup }) {
  const { t } = useStore();
  const judged = group.items.filter((item) => item.ok !== null);
  const ok = judged.filter((item) => item.ok === true).length;
  return (
    <div class="evidence-group">
      <h3>
        {t(group.title)}
        {judged.length > 0 && group.title !== 'evidence.questions' && (
          <span class="quiet"> · {t('evidence.count', { ok, n: judged.length })}</span>
        )}
      </h3>
      <ul>
        {group.items.map((item, index) => (
          <Item key={index} item={item} />
        ))}
      </ul>
    </div>
  );
}

function Details({ view, material }: { readonly view: EvidenceView; readonly material: SampleMaterial }) {
  const { t } = useStore();
  const atContexts = view.groups.length === 0 && material.contexts.some((context) => context.useful !== null);
  return (
    <>
      {view.groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
      {view.groups.length === 0 && (
        <p class="quiet">
          {t(atContexts && view.metric === 'context_precision' ? 'evidence.contexts' : 'evidence.none')}
        </p>
      )}
      {view.repeats.length > 0 && (
        <p class="quiet small-text">{t('evidence.repeats', { values: view.repeats.join(' · ') })}</p>
      )}
    </>
  );
}

/** Statements with verdicts and reasons behind the automatic score of the active metric. */
export function EvidencePanel({
  material,
  sample,
}: {
  readonly material: SampleMaterial;
  readonly sample: ReviewSample;
}) {
  const { state, t } = useStore();
  const metric = activeMetric(state);
  if (metric === undefined) return null;
  const view = material.evidence.find((entry) => entry.metric === metric.id);
  const auto = sample.cells[metric.id];
  return (
    <section class="block" aria-labelledby="evidence-title">
      <h2 id="evidence-title">
        {t('evidence.title', { metric: metric.label })}
        <span class={`evidence-value ${auto?.auto === null ? 'quiet small-text' : ''}`}>{auto?.autoText}</span>
        {view !== undefined && <span class="quiet small-text">{t(view.decidedBy, { model: view.model })}</span>}
      </h2>
      {view === undefined ? <p class="quiet">{t('evidence.none')}</p> : <Details view={view} material={material} />}
    </section>
  );
}
