import type { EvaluationReport } from '../evaluation-report.ts';
import type { Place } from '../version-gate.ts';
import { loadParsers } from './load-parsers.ts';

/** As `parseEvaluationReport`; a Heta report has no canonical form, so the schemas are always loaded. */
export async function parseEvaluationReportLazily(input: unknown, place: Place = {}): Promise<EvaluationReport> {
  const { parseEvaluationReport } = await loadParsers();
  return parseEvaluationReport(input, place);
}
