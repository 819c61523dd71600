import {
  type AnswerState,
  answerState,
  attainable,
  findPolicyEffects,
  isAnswerable,
  type MetricDefinition,
  type MetricPolicies,
  prepareSample,
  scoreSample,
} from '@reportcard/metrics';
import {
  type AnswerMatrix,
  createRecord,
  createSampleId,
  EVERY_FIELD,
  findVaryingFields,
  hashCase,
  hashInputs,
  type RunRecord,
  type SampleInfo,
  ScoreTable,
  type TextRecord,
} from '@reportcard/report-schema';
import { createL2Check } from './l2-key.ts';
import type { RecordLine } from './run-file.ts';

/** Own scores of a whole run by column, with what else had to be counted on the way. */
export interface BuiltTable {
  readonly table: ScoreTable;
  /** Largest reachable value a sample, for metrics that cannot always reach 1. */
  readonly attainable: Readonly<Record<string, Float64Array>>;
  readonly answerMatrix: AnswerMatrix;
  /** Requests by final status, all five statuses named. */
  readonly status: TextRecord<number>;
  readonly queryModes: readonly string[];
  readonly l2Key: 'l2' | 'l1/l2';
  readonly warnings: readonly string[];
  /** How often the policies mattered: samples where dedupe changed a rank, replaced TTFTs, dropped ids. */
  readonly effects: { readonly dedupe_changed: number; readonly ttft_replaced: number; readonly dropped_ids: number };
}

export interface BuildTableOptions {
  readonly definitions: readonly MetricDefinition[];
  /** Ids of metrics that are filled elsewhere; their columns follow those of the definitions. */
  readonly further?: readonly string[] | undefined;
  readonly policies: MetricPolicies;
  readonly l2Key?: 'l2' | 'l1/l2' | undefined;
  /** Adds cells that come from elsewhere (evaluators, judges) for one row. */
  readonly onRecord?: ((record: RunRecord, row: number, table: ScoreTable) => void) | undefined;
  /** Labels of a record beyond its own. */
  readonly labelsOf?: ((record: RunRecord) => TextRecord<string>) | undefined;
}

function toSampleInfo(record: RunRecord, labels: TextRecord<string> | undefined): SampleInfo {
  return {
    sample_id: createSampleId(record, EVERY_FIELD),
    query_id: record.query_id,
    query_mode: record.query_mode,
    unit_id: record.unit_id,
    pass: record.pass,
    intent_l1: record.intent_l1,
    intent_l2: record.intent_l2,
    difficulty: record.difficulty,
    requires_rag: record.requires_rag,
    should_refuse: record.should_refuse,
    final_status: record.final_status,
    labels:
      labels === undefined || Object.keys(labels).length === 0
        ? record.labels
        : createRecord([...Object.entries(record.labels), ...Object.entries(labels)]),
    inputs_sha256: hashInputs(record),
    case_sha256: hashCase(record),
  };
}

function countAnswer(matrix: AnswerMatrix, record: RunRecord, state: AnswerState): void {
  if (state === 'failed') return;
  if (record.should_refuse === true) matrix.should_refuse[state]++;
  else if (isAnswerable(record)) matrix.answerable[state]++;
}

/** Scores every record of a run with the own metrics. Row order is record order. */
export async function buildTable(
  batches: AsyncIterable<readonly RecordLine[]>,
  options: BuildTableOptions,
): Promise<BuiltTable> {
  const { definitions, policies } = options;
  const table = new ScoreTable();
  for (const definition of definitions) table.addMetric(definition.id);
  for (const id of options.further ?? []) table.addMetric(id);
  const limited = definitions.filter((definition) => /^recall(_inclusive)?@/.test(definition.id));
  const reachable = limited.map((): number[] => []);
  const matrix: AnswerMatrix = { answerable: { answered: 0, refused: 0 }, should_refuse: { answered: 0, refused: 0 } };
  const status = createRecord<number>([
    ['success', 0],
    ['refused', 0],
    ['error', 0],
    ['timeout', 0],
    ['cancelled', 0],
  ]);
  const effects = { dedupe_changed: 0, ttft_replaced: 0, dropped_ids: 0 };
  const modes = new Set<string>();
  const l2 = createL2Check(options.l2Key);
  const add = (record: RunRecord): void => {
    const row = table.addSample(toSampleInfo(record, options.labelsOf?.(record)));
    const prepared = prepareSample(record, policies);
    for (const [index, cell] of scoreSample(prepared, definitions).entries())
      table.set(row, definitions[index]?.id ?? '', cell);
    for (const [index, definition] of limited.entries())
      reachable[index]?.push(attainable(record, definition.id, policies));
    const effect = findPolicyEffects(prepared);
    effects.dedupe_changed += Number(effect.dedupe_changed);
    effects.ttft_replaced += Number(effect.ttft_replaced);
    effects.dropped_ids += effect.dropped_ids;
    countAnswer(matrix, record, answerState(record, policies));
    status[record.final_status] = (status[record.final_status] ?? 0) + 1;
    modes.add(record.query_mode);
    l2.see(record);
    options.onRecord?.(record, row, table);
  };
  for await (const batch of batches) for (const { record } of batch) add(record);
  relabel(table);
  return {
    table,
    attainable: Object.fromEntries(
      limited.map((definition, index) => [definition.id, Float64Array.from(reachable[index] ?? [])]),
    ),
    answerMatrix: matrix,
    status,
    queryModes: [...modes],
    l2Key: l2.key(),
    warnings: l2.warnings(),
    effects,
  };
}

function relabel(table: ScoreTable): void {
  const samples = Array.from({ length: table.length }, (_, row) => table.sample(row));
  const varying = findVaryingFields(samples);
  table.relabel((sample) => createSampleId(sample, varying));
}
