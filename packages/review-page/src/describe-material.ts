import {
  documentIdOf,
  getOwn,
  type MetricInfo,
  type RunRecord,
  type SampleScores,
  type ScoresFile,
} from '@reportcard/report-schema';
import { cleanLine, cleanText } from './clean-text.ts';
import { createEvidenceView, readUsefulness } from './evidence-view.ts';
import type { AutomaticScore, ContextView, ExpectedDocument, SampleMaterial } from './review-index.ts';
import type { ReviewMaterial, ReviewNames } from './review-port.ts';

/** `ttft_p50_ms` … `ttft_mean_ms` hold one value a sample: the first stands for all. */
function familyOf(metric: string): string {
  return metric.replace(/_(?:p50|p90|p95|p99|mean)_ms$/, '_ms');
}

function describeScore(metric: string, info: MetricInfo, sample: SampleScores, names: ReviewNames): AutomaticScore {
  const value = getOwn(sample.scores, metric) ?? null;
  const unscored = getOwn(sample.unscored, metric);
  const text =
    value === null
      ? names.unscored(unscored?.status ?? 'skipped', unscored?.code ?? null)
      : names.value(metric, info.unit, value);
  const bad = value !== null && info.unit === 'ratio' && value === (info.higher_is_better ? 0 : 1);
  return { metric, label: names.metric(metric, info.label), text, scored: value !== null, bad };
}

function describeScores(
  scores: ScoresFile,
  sample: SampleScores,
  scorable: readonly string[],
  names: ReviewNames,
): AutomaticScore[] {
  const seen = new Set<string>();
  return Object.entries(scores.metrics).flatMap(([metric, info]) => {
    const family = familyOf(metric);
    if (scorable.includes(metric) || seen.has(family)) return [];
    seen.add(family);
    const score = describeScore(metric, info, sample, names);
    return score.scored || getOwn(sample.unscored, metric)?.status !== 'not_applicable' ? [score] : [];
  });
}

/** The ids in ranking order: `response.metadata.ranking` where the system gave one, else the documents of the results. */
function rankingOf(record: RunRecord): string[] {
  const ranking = record.response?.metadata['ranking'];
  if (Array.isArray(ranking)) return ranking.map((id) => String(id).trim());
  return (record.response?.results ?? []).map((result) => documentIdOf(result).trim());
}

function describeContexts(record: RunRecord, usefulness: ReturnType<typeof readUsefulness>): ContextView[] {
  const expected = new Set(record.reference_doc_ids.map((id) => id.trim()));
  return (record.response?.results ?? []).map((result, index) => {
    const documentId = documentIdOf(result).trim();
    const verdict = usefulness.get(index);
    return {
      rank: index + 1,
      documentId: cleanLine(documentId),
      text: result.text === null ? null : cleanText(result.text),
      expected: expected.has(documentId),
      useful: verdict?.ok ?? null,
      why: verdict?.why ?? '',
    };
  });
}

function describeExpected(record: RunRecord): ExpectedDocument[] {
  const ranking = rankingOf(record);
  return record.reference_doc_ids.map((id) => {
    const index = ranking.indexOf(id.trim());
    return { documentId: cleanLine(id), rank: index < 0 ? null : index + 1 };
  });
}

const cleanNullable = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : cleanText(text);

/** The texts of one sample. Evidence that was given for other inputs than the sample's is passed over. */
export function describeMaterial(
  id: string,
  sample: SampleScores,
  material: ReviewMaterial,
  context: { readonly scores: ScoresFile; readonly scorable: readonly string[]; readonly names: ReviewNames },
): SampleMaterial {
  const { scores, scorable, names } = context;
  const { record } = material;
  const evidence = material.evidence.filter((entry) => entry.inputs_sha256 === sample.inputs_sha256);
  return {
    id,
    question: cleanNullable(record?.user_input),
    answer: cleanNullable(record?.response?.answer),
    reference: cleanNullable(record?.reference),
    error: cleanNullable(record?.error?.message),
    recorded: record !== undefined,
    contexts: record === undefined ? [] : describeContexts(record, readUsefulness(evidence)),
    expected: record === undefined ? [] : describeExpected(record),
    evidence: evidence.map((entry) =>
      createEvidenceView(entry, getOwn(scores.metrics, entry.metric)?.unit ?? 'ratio', names),
    ),
    scores: describeScores(scores, sample, scorable, names),
  };
}
