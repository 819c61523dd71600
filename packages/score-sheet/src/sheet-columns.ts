import {
  findVaryingFields,
  type MetricInfo,
  previewText,
  RAGAS_ORDER,
  type RunRecord,
  type SampleScores,
  type ScoresFile,
  sampleKeys,
  sampleSource,
  sampleValues,
} from '@reportcard/report-schema';

/**
 * What a column holds, which decides how its cells are guarded: `text` of ours, a `value` (number, boolean, status),
 * a `manual` cell, a `remark` (reviewer, reason) or an `extra` column of the user's own.
 */
export type ColumnKind = 'text' | 'value' | 'manual' | 'remark' | 'extra';

/** A cell before it is written; null is an empty cell. */
export type SheetCell = string | number | boolean | null;

/** What a column may show of a sample. */
export interface SheetSample {
  readonly sample: SampleScores;
  readonly record: RunRecord | undefined;
  /** The automatic value of a metric, also where a human score replaced it; null where there is none. */
  auto(metric: string): number | null;
  /** The first 16 hex digits of the hash of the scores the sheet is made from. */
  readonly scoresHash: string;
}

/** A column of the sheet that comes from the scores and the run. */
export interface SheetColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly value: (sample: SheetSample) => SheetCell;
}

const HASH_DIGITS = 16;

/** A hash as the sheet shows it: its first 16 hex digits. */
export function cutHash(sha256: string): string {
  return sha256.slice(0, HASH_DIGITS);
}

function defineColumn(name: string, kind: ColumnKind, value: (sample: SheetSample) => SheetCell): SheetColumn {
  return { name, kind, value };
}

const QUERY_ID = defineColumn('query_id', 'text', ({ sample }) => sample.query_id);
const QUERY_MODE = defineColumn('query_mode', 'text', ({ sample }) => sample.query_mode);
const UNIT_ID = defineColumn('unit_id', 'text', ({ sample }) => sample.unit_id);
const PASS = defineColumn('pass', 'value', ({ sample }) => sample.pass);
const INFO_COLUMNS: readonly SheetColumn[] = [
  defineColumn('intent_l1', 'text', ({ sample }) => sample.intent_l1),
  defineColumn('intent_l2', 'text', ({ sample }) => sample.intent_l2),
  defineColumn('difficulty', 'text', ({ sample }) => sample.difficulty),
  defineColumn('requires_rag', 'value', ({ sample }) => sample.requires_rag),
  defineColumn('final_status', 'value', ({ sample }) => sample.final_status),
  defineColumn('user_input', 'text', ({ record }) => record?.user_input ?? null),
];
const LAST_COLUMNS: readonly SheetColumn[] = [
  defineColumn('response_preview', 'text', ({ record }) => {
    const answer = record?.response?.answer;
    return answer === undefined || answer === null ? null : previewText(answer);
  }),
  defineColumn('scores_sha256', 'text', ({ scoresHash }) => scoresHash),
  defineColumn('inputs_sha256', 'text', ({ sample }) => cutHash(sample.inputs_sha256)),
];

/** The columns that identify a sample, in sheet order; the last three only stand in a sheet where they vary. */
export const KEY_COLUMNS = ['query_id', 'query_mode', 'unit_id', 'pass'] as const;
/** Column of the name of whoever scored. */
export const REVIEWER_COLUMN = 'manual_reviewer';
/** Column of the reason for a human score. */
export const REASON_COLUMN = 'manual_reason';

const KINDS: ReadonlyMap<string, ColumnKind> = new Map([
  ...[QUERY_ID, QUERY_MODE, UNIT_ID, PASS, ...INFO_COLUMNS, ...LAST_COLUMNS].map(
    (column) => [column.name, column.kind] as const,
  ),
  [REVIEWER_COLUMN, 'remark'],
  [REASON_COLUMN, 'remark'],
]);

/** `faithfulness_manual`: the column for the first reviewer's score of a metric. */
export function manualColumn(metric: string): string {
  return `${metric}_manual`;
}

/** `faithfulness_manual2`: the second reviewer's score; it never changes a number. */
export function secondManualColumn(metric: string): string {
  return `${metric}_manual2`;
}

/** `faithfulness_pi`: the probability with which the audit drew this sample for this metric. */
export function inclusionColumn(metric: string): string {
  return `${metric}_pi`;
}

const MANUAL_NAME = /^(?<metric>.+)_(?<role>manual2?|pi)$/;

/** Splits the name of a manual column; null for other names. */
export function parseManualColumn(name: string): { metric: string; role: 'manual' | 'manual2' | 'pi' } | null {
  const groups = MANUAL_NAME.exec(name)?.groups;
  if (groups === undefined || KINDS.has(name)) return null;
  const { metric = '', role } = groups;
  return { metric, role: role as 'manual' | 'manual2' | 'pi' };
}

/** The kind of a column by its name; a name that is none of ours is an `extra` column. */
export function columnKind(name: string): ColumnKind {
  return KINDS.get(name) ?? (parseManualColumn(name) === null ? 'extra' : 'manual');
}

/**
 * Metric ids a human may score in the sheet, in report order: those that say so, and the five RAGAS metrics unless they
 * say no. `configured` adds further ones.
 */
export function humanScorableMetrics(
  metrics: Readonly<Record<string, MetricInfo>>,
  configured: readonly string[] = [],
): string[] {
  const ragas: readonly string[] = RAGAS_ORDER;
  return Object.entries(metrics)
    .filter(([id, info]) => configured.includes(id) || (info.human_scorable ?? ragas.includes(id)))
    .map(([id]) => id);
}

/** `ttft_p50_ms` … `ttft_mean_ms` hold one value a sample: they are one family and share a column. */
function columnFamily(metric: string): string {
  return metric.replace(/_(?:p50|p90|p95|p99|mean)_ms$/, '_ms');
}

/** Metrics that have a value somewhere. */
function findValued(scores: ScoresFile): ReadonlySet<string> {
  const table = sampleSource(scores)?.table;
  if (table !== undefined) {
    const hasValue = (metric: string): boolean => table.column(metric).values.some((value) => !Number.isNaN(value));
    return new Set(table.metrics.filter(hasValue));
  }
  const valued = new Set<string>();
  for (const sample of sampleValues(scores)) {
    for (const metric of Object.keys(sample.scores)) if (sample.scores[metric] !== null) valued.add(metric);
  }
  return valued;
}

/** The metrics that get a column: every one with a value somewhere, the first of each family, and the human-scorable. */
export function sheetMetrics(scores: ScoresFile, humanScorable: readonly string[]): string[] {
  const valued = findValued(scores);
  const families = new Set<string>();
  return Object.keys(scores.metrics).filter((metric) => {
    if (humanScorable.includes(metric)) return true;
    const family = columnFamily(metric);
    if (!valued.has(metric) || families.has(family)) return false;
    families.add(family);
    return true;
  });
}

/** A column of ours by name, for a sheet that has it although this run would not need it (`query_mode`, say). */
export function optionalColumn(name: string): SheetColumn | undefined {
  return [QUERY_MODE, UNIT_ID, PASS].find((column) => column.name === name);
}

function personColumn(name: string): SheetColumn {
  return defineColumn(name, columnKind(name), () => null);
}

/** The columns of a sheet in the order of DESIGN §4.3. `used` holds the `*_manual2` and `*_pi` columns in use. */
export function defineColumns(
  scores: ScoresFile,
  humanScorable: readonly string[],
  used: ReadonlySet<string>,
): SheetColumn[] {
  const varying = findVaryingFields(sampleKeys(scores));
  const scored = sheetMetrics(scores, humanScorable).flatMap((metric) => {
    const column = defineColumn(metric, 'value', (sample) => sample.auto(metric));
    return humanScorable.includes(metric) ? [column, personColumn(manualColumn(metric))] : [column];
  });
  const audit = humanScorable
    .flatMap((metric) => [secondManualColumn(metric), inclusionColumn(metric)])
    .filter((name) => used.has(name));
  return [
    QUERY_ID,
    ...(varying.mode ? [QUERY_MODE] : []),
    ...(varying.unit ? [UNIT_ID] : []),
    ...(varying.pass ? [PASS] : []),
    ...INFO_COLUMNS,
    ...scored,
    personColumn(REVIEWER_COLUMN),
    personColumn(REASON_COLUMN),
    ...audit.map(personColumn),
    ...LAST_COLUMNS,
  ];
}
