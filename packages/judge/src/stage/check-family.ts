import { ReportcardError } from '@reportcard/report-schema';
import { shareFamily } from '../families.ts';
import type { JudgeFacts } from './judge-facts.ts';

/** Throws a `config` error when a model is of the family of the system under test and that is not allowed. */
export function checkFamily(facts: JudgeFacts, strict: boolean, model: string): void {
  if (!strict || facts.sutModel === null || shareFamily([model], [facts.sutModel]) !== true) return;
  throw new ReportcardError({
    code: 'config',
    path: 'judge.model',
    message: `judge ${model} and system under test ${facts.sutModel} are of one model family`,
    hint: 'choose a judge of another family, or score without --strict-family',
  });
}
