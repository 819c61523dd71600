import { canonicalJson, type ScoresMeta } from '@reportcard/report-schema';
import { cleanLine } from '../escape/clean-text.ts';

/** One convention the numbers were computed under. */
export interface PolicyRow {
  readonly name: string;
  readonly value: string;
}

/** The profile and all policies, in stored order; lists and objects as JSON. */
export function listPolicies(meta: ScoresMeta): readonly PolicyRow[] {
  const show = (value: unknown): string => cleanLine(typeof value === 'string' ? value : canonicalJson(value));
  const rows = Object.entries(meta.policies).map(([name, value]) => ({ name: cleanLine(name), value: show(value) }));
  return [{ name: 'profile', value: cleanLine(meta.profile) }, ...rows];
}
