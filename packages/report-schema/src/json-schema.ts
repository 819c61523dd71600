import * as z from 'zod';
import { CaseSchema, DocumentSchema } from './case.ts';
import { ComparisonSchema } from './comparison-report.ts';
import { ConfigSchema } from './config.ts';
import { EvaluationReportSchema } from './evaluation-report.ts';
import { FailureRecordSchema } from './failure-record.ts';
import { GateReportSchema } from './gate-report.ts';
import { EvidenceRecordSchema } from './metric-score.ts';
import type { JsonSchema } from './ports.ts';
import { RunMetaSchema } from './run-meta.ts';
import { RunRecordSchema } from './run-record.ts';
import { ScoresFileSchema } from './scores.ts';

/** Every persisted shape by the name that `reportcard schema` takes. */
export const SCHEMAS = {
  case: CaseSchema,
  document: DocumentSchema,
  'run-record': RunRecordSchema,
  'run-meta': RunMetaSchema,
  scores: ScoresFileSchema,
  evidence: EvidenceRecordSchema,
  failure: FailureRecordSchema,
  'evaluation-report': EvaluationReportSchema,
  gate: GateReportSchema,
  comparison: ComparisonSchema,
  config: ConfigSchema,
} as const;

/** Name of a persisted shape, as `reportcard schema` takes it. */
export type SchemaName = keyof typeof SCHEMAS;

/** The JSON Schema (draft 2020-12) of what a file of this kind may hold when it is written by hand. */
export function createJsonSchema(name: SchemaName): JsonSchema {
  const schema = z.toJSONSchema(SCHEMAS[name], { io: 'input', unrepresentable: 'any' });
  return { $id: `reportcard/${name}.json`, title: name, ...schema };
}
