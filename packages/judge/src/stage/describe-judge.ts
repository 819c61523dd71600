import { type JudgeDescription, PROMPT_SET } from '@reportcard/metrics';
import type { EvidenceRecord } from '@reportcard/report-schema';
import { familiesOf, shareFamily } from '../families.ts';
import type { JudgeFacts } from './judge-facts.ts';

/** What is known of the models that really answered. */
export interface Served {
  readonly models: ReadonlySet<string>;
  /** Length of the embeddings; null while unknown. */
  readonly dim: number | null;
}

function readField(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** The served models and the embedding length that evidence of this judge names. */
export function readServed(evidence: Iterable<EvidenceRecord>, facts: Pick<JudgeFacts, 'id' | 'model'>): Served {
  const models = new Set<string>();
  let dim: number | null = null;
  for (const { fingerprint, details } of evidence) {
    if (fingerprint.judge !== facts.id || fingerprint.model !== facts.model) continue;
    const served = readField(details['judge'], 'served_models');
    if (Array.isArray(served)) for (const model of served) if (typeof model === 'string') models.add(model);
    const length = readField(details['embedder'], 'dim');
    if (typeof length === 'number') dim = length;
  }
  return { models, dim };
}

function listWarnings(facts: JudgeFacts, served: readonly string[], same: boolean | null): string[] {
  const warnings: string[] = [];
  if (same === true) {
    warnings.push(
      `judge ${facts.model} and system under test ${facts.sutModel ?? ''} are of one model family: a judge tends to favour its own kind`,
    );
  }
  if (served.length > 1) {
    warnings.push(`the server answered with more than one model (${served.join(', ')}): scores may not be comparable`);
  }
  return warnings;
}

/** What the scores say of their judge: the configured model, those that were served, their families, the embedder. */
export function describeJudge(facts: JudgeFacts, served: Served): JudgeDescription {
  const servedModels = [...served.models].sort();
  const names = [facts.model, ...servedModels];
  const same_family = facts.sutModel === null ? null : shareFamily(names, [facts.sutModel]);
  const { embedder } = facts;
  return {
    info: {
      id: facts.id,
      model: facts.model,
      served_models: servedModels,
      families: [...new Set(names.flatMap(familiesOf))].sort(),
      prompt_set: PROMPT_SET,
      repeats: facts.repeats,
    },
    embedder: embedder === null ? null : { id: embedder.id, model: embedder.model, dim: served.dim },
    same_family,
    warnings: listWarnings(facts, servedModels, same_family),
  };
}
