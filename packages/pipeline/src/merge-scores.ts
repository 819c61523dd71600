import { createFailureRules } from '@reportcard/failures';
import { carryOverrides, reaggregate } from '@reportcard/manual-overrides';
import {
  createOwnMetrics,
  deriveMetrics,
  LEXICAL_METRICS,
  type MetricDefinition,
  type MetricPolicies,
  RAGAS_METRICS,
  resolvePolicies,
  toMetricInfo,
} from '@reportcard/metrics';
import {
  type Config,
  createRecord,
  createSampleId,
  EVERY_FIELD,
  type EvidenceRecord,
  hashInputs,
  type Override,
  ReportcardError,
  type RunMeta,
  type RunRecord,
  type RunRecordIndex,
  type ScoreCell,
  type ScoresFile,
  type ScoresMeta,
} from '@reportcard/report-schema';
import { type BuiltTable, buildTable } from './build-table.ts';
import { createEvaluatorColumns, evaluatorLabels } from './evaluator-columns.ts';
import { addEvidence, type EvidenceMap } from './evidence-file.ts';
import { importedDefinitions } from './imported-metrics.ts';
import type { DescribeAnswers } from './merge-runs.ts';
import type { RecordLine } from './run-file.ts';
import { createScoresMeta } from './score-meta.ts';
import type { ShardOfRun } from './shard-of-run.ts';
import { createSheetTexts } from './sheet-texts.ts';

export interface MergeScoresInput {
  readonly runId: string;
  readonly shards: readonly ShardOfRun[];
  readonly meta: RunMeta;
  readonly describeAnswers: DescribeAnswers;
  readonly l2Key?: 'l2' | 'l1/l2' | undefined;
  readonly now: Date;
  /** All records in turn; `onRecord` is told the part each one comes from, before it is handed on. */
  records(onRecord: (record: RunRecord, shard: ShardOfRun) => void): AsyncIterable<RecordLine>;
}

export interface MergedScores {
  readonly scores: ScoresFile | null;
  readonly evidence: EvidenceMap;
  /** Texts for a fresh sheet. */
  readonly texts: RunRecordIndex;
  readonly l2Key: 'l2' | 'l1/l2';
  /** What is to be said of the merged records themselves, beyond what was said of each part. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

const UNKNOWN: ScoreCell = Object.freeze({ value: null, status: 'missing_input', code: 'not_recorded' });

/** Where a row of the merged table comes from. */
interface Origin {
  readonly shard: ShardOfRun;
  readonly row: number | undefined;
}

function originOf(shard: ShardOfRun, record: RunRecord): Origin {
  if (shard.scored === null) return { shard, row: undefined };
  const row = shard.row(createSampleId(record, EVERY_FIELD));
  const known = row === undefined ? undefined : shard.scored.table.sample(row).inputs_sha256;
  if (known === hashInputs(record)) return { shard, row };
  throw new ReportcardError({
    code: 'data',
    file: shard.shown,
    path: record.query_id,
    message:
      known === undefined
        ? `the scores do not know the sample ${JSON.stringify(record.query_id)}`
        : `the sample ${JSON.stringify(record.query_id)} changed after it was scored`,
    hint: `reportcard score ${shard.runId}`,
  });
}

/** The automatic cell of a judged metric, with what only the evidence knows of it. */
function cellOf({ shard, row }: Origin, metric: string): ScoreCell {
  const { scored } = shard;
  if (scored === null || row === undefined || !scored.table.has(metric)) return UNKNOWN;
  const { sample_id, inputs_sha256 } = scored.table.sample(row);
  const { value, status, code } = shard.override(sample_id, metric)?.auto ?? scored.table.get(row, metric);
  const cell: ScoreCell = { value, status, ...(code === undefined ? {} : { code }) };
  const evidence = shard.evidence.get(sample_id)?.get(metric);
  if (evidence?.inputs_sha256 !== inputs_sha256 || evidence.value !== value || evidence.status !== status) return cell;
  const { sd, repeats } = evidence;
  return {
    ...cell,
    ...(sd === null ? {} : { sd }),
    ...(repeats.length > 1 ? { repeats: repeats.length } : {}),
  };
}

/** Evidence and overrides of all parts under the sample ids of the merged run. */
function rename(
  built: BuiltTable,
  origins: readonly Origin[],
): { readonly evidence: EvidenceMap; readonly overrides: Override[] } {
  const evidence: EvidenceMap = new Map();
  const overrides: Override[] = [];
  for (const [index, { shard, row }] of origins.entries()) {
    if (shard.scored === null || row === undefined) continue;
    const { sample_id } = built.table.sample(index);
    const earlier = shard.scored.table.sample(row).sample_id;
    for (const found of shard.evidence.get(earlier)?.values() ?? []) addEvidence(evidence, { ...found, sample_id });
    for (const metric of shard.scored.table.metrics) {
      const override = shard.override(earlier, metric);
      if (override !== undefined) overrides.push({ ...override, sample_id });
    }
  }
  return { evidence, overrides };
}

function* listEvidence(evidence: EvidenceMap): Generator<EvidenceRecord> {
  for (const metrics of evidence.values()) yield* metrics.values();
}

async function* oneByOne(records: AsyncIterable<RecordLine>): AsyncGenerator<readonly RecordLine[]> {
  for await (const record of records) yield [record];
}

/** Scores the own metrics of all parts in one pass and takes the judged ones over from the parts. */
export async function mergeScores(input: MergeScoresInput): Promise<MergedScores> {
  const { shards } = input;
  const scored = shards[0]?.scored ?? null;
  const policies = scored === null ? resolvePolicies('default') : policiesOf(scored.meta);
  const imported: EvidenceMap = new Map();
  for (const shard of shards) for (const evidence of listEvidence(shard.imported)) addEvidence(imported, evidence);
  const own = scored === null ? [] : createOwnMetrics(policies);
  const judged = scored === null ? [] : judgedOf(input, imported);
  const evaluators = createEvaluatorColumns(new Set([...own, ...judged].map(({ id }) => id)));
  const texts = createSheetTexts(input.runId);
  const origins: Origin[] = [];
  const records = input.records((record, shard) => origins.push(originOf(shard, record)));
  const built = await buildTable(oneByOne(records), {
    definitions: own,
    further: judged.map(({ id }) => id),
    policies,
    // That each part had names of one parent only does not make it so for all of them.
    l2Key: input.l2Key ?? (input.meta.l2_key === 'l1/l2' ? 'l1/l2' : undefined),
    onRecord: (record, row, table) => {
      evaluators.add(record, row, table);
      texts.add(record, row);
      const origin = origins[row];
      if (origin !== undefined) for (const { id } of judged) table.set(row, id, cellOf(origin, id));
    },
    labelsOf: evaluatorLabels,
  });
  const { evidence, overrides } = rename(built, origins);
  const done = { evidence, texts: texts.index(built.table), l2Key: built.l2Key, warnings: built.warnings };
  if (scored === null) return { ...done, scores: null, notes: [] };
  for (let row = 0; row < built.table.length; row++) deriveMetrics(built.table, row);
  const failures = scored.meta.policies['failures'] as Config['failures'];
  const rules = createFailureRules(failures);
  const meta = metaOf(input, { built, policies, evidence, imported, failures });
  const metrics = createRecord([
    ...[...own, ...judged].map((definition) => [definition.id, toMetricInfo(definition, policies)] as const),
    ...Object.entries(evaluators.metrics(built.table)),
  ]);
  const automatic = reaggregate({
    table: built.table,
    metrics,
    meta,
    rules,
    base: { answer_matrix: built.answerMatrix },
    attainable: built.attainable,
  });
  const overrides_cleared = shards.reduce((sum, shard) => sum + (shard.scored?.meta.overrides_cleared ?? 0), 0);
  const scores = carryOverrides(automatic, { overrides, overrides_cleared }, { rules });
  return { ...done, scores, notes: notesOf(shards) };
}

/** The conventions of the scoring without what it noted beside them. */
function policiesOf(meta: ScoresMeta): MetricPolicies {
  const { dedupe_changed: _changed, failures: _failures, ...policies } = meta.policies;
  return policies as MetricPolicies;
}

function judgedOf({ shards, meta }: MergeScoresInput, imported: EvidenceMap): MetricDefinition[] {
  const reported = new Set(shards.flatMap(({ scored }) => scored?.metrics ?? []));
  const brought = new Set([...imported.values()].flatMap((metrics) => [...metrics.keys()]));
  return [
    ...RAGAS_METRICS,
    ...LEXICAL_METRICS.filter(({ id }) => reported.has(id)),
    ...importedDefinitions(meta, brought),
  ];
}

interface MetaParts {
  readonly built: BuiltTable;
  readonly policies: MetricPolicies;
  readonly evidence: EvidenceMap;
  readonly imported: EvidenceMap;
  readonly failures: Config['failures'];
}

function metaOf(input: MergeScoresInput, parts: MetaParts): ScoresMeta {
  const first = input.shards[0]?.scored?.meta;
  const fresh = createScoresMeta({
    ...parts,
    runId: input.runId,
    runMeta: input.meta,
    previous: null,
    profile: first?.profile ?? 'default',
    judge: undefined,
    ledger: null,
    now: input.now,
  });
  const judge = first?.judge ?? null;
  if (judge === null || judge.id === 'imported') return fresh;
  const sutModel = first?.same_family == null ? null : input.meta.sut_model;
  const said = input.describeAnswers(judge, first?.embedder ?? null, sutModel, listEvidence(parts.evidence));
  return {
    ...fresh,
    judge: said.info,
    embedder: said.embedder,
    same_family: said.same_family,
    warnings: [...new Set([...fresh.warnings, ...said.warnings])],
  };
}

function notesOf(shards: readonly ShardOfRun[]): string[] {
  const reviewed = shards.filter(({ scored }) => (scored?.meta.overrides.length ?? 0) > 0);
  if (reviewed.length === 0) return [];
  const names = reviewed.map(({ shown }) => shown).join(', ');
  return [
    `human scores of ${names} are in the merged scores and sheet; further columns and review plans of their sheets are not`,
  ];
}
