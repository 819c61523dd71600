import type { JudgeDescription } from '@reportcard/metrics';
import type { EvidenceRecord, ScoresMeta } from '@reportcard/report-schema';
import { describeJudge, readServed } from './describe-judge.ts';
import type { JudgeFacts } from './judge-facts.ts';

/**
 * What scores say of their judge, told from what other scores of the same judge said and from its answers: for parts of a
 * run that are merged without asking anybody.
 * @param sutModel model of the system under test; null when it is not known
 */
export function describeAnswers(
  judge: NonNullable<ScoresMeta['judge']>,
  embedder: ScoresMeta['embedder'],
  sutModel: string | null,
  evidence: Iterable<EvidenceRecord>,
): JudgeDescription {
  // The lexical judge is no model: nothing about it depends on its answers.
  if (judge.id === 'lexical') return { info: judge, embedder, same_family: null, warnings: [] };
  const facts: JudgeFacts = {
    id: judge.id,
    model: judge.model,
    identity: { host: '', model: judge.model, extra: null },
    params: {},
    repeats: 1,
    embedder: null,
    sutModel,
  };
  const served = readServed(evidence, facts);
  const said = describeJudge(facts, served);
  return {
    ...said,
    info: { ...judge, served_models: said.info.served_models, families: said.info.families },
    embedder: embedder === null ? null : { ...embedder, dim: served.dim ?? embedder.dim },
  };
}
