import { STATUSES } from './constants.ts';
import { refuseNonFinite } from './jsonl.ts';
import { type SampleInfo, ScoreTable } from './score-table.ts';
import type { Override, SampleScores, ScoresFile, ScoresHead, Unscored } from './scores.ts';
import { createRecord, getOwn, type TextRecord } from './text-record.ts';

/**
 * The scores of a `_scores.json` by column. Values are the effective ones; cells under an override are marked manual.
 * A metric that a sample names neither in `scores` nor in `unscored` is `missing_input/not_recorded`.
 */
export function tableFromScores(scores: ScoresFile): ScoreTable {
  const table = new ScoreTable();
  const metrics = Object.keys(scores.metrics);
  for (const metric of metrics) table.addMetric(metric);
  for (const [sampleId, sample] of Object.entries(scores.per_sample)) {
    const row = table.addSample(toSampleInfo(sampleId, sample));
    for (const metric of metrics) {
      const value = getOwn(sample.scores, metric);
      const unscored = getOwn(sample.unscored, metric);
      if (value !== undefined && value !== null) table.set(row, metric, { value, status: 'ok' });
      else
        table.set(row, metric, {
          value: null,
          status: unscored?.status ?? 'missing_input',
          code: unscored === undefined ? 'not_recorded' : unscored.code,
        });
    }
  }
  for (const override of scores.meta.overrides) markManual(table, override);
  return table;
}

function markManual(table: ScoreTable, override: Override): void {
  const row = table.row(override.sample_id);
  if (row === undefined || !table.has(override.metric)) return;
  const cell = table.get(row, override.metric);
  if (cell.status === 'ok') table.set(row, override.metric, { ...cell, manual: true });
}

function toSampleInfo(sampleId: string, sample: SampleScores): SampleInfo {
  const { failure_reasons, scores, unscored, ...info } = sample;
  return { sample_id: sampleId, ...info };
}

/** Gives one object for all cells that lack a value for the same reason. */
function createUnscoredPool(): (status: Unscored['status'], code: string | undefined) => Unscored {
  const pool = new Map<string, Unscored>();
  return (status, code) => {
    const key = code === undefined ? status : `${status}/${code}`;
    const known = pool.get(key) ?? Object.freeze(code === undefined ? { status } : { status, code });
    pool.set(key, known);
    return known;
  };
}

/**
 * Reads a table row by row: gives the `per_sample` row of a table row with the failure reasons it has. Columns are looked up
 * once; the table must not grow meanwhile.
 */
export function createSampleReader(
  table: ScoreTable,
): (row: number, failureReasons: readonly string[]) => SampleScores {
  const columns = table.metrics.map((metric) => ({ metric, ...table.column(metric) }));
  const poolUnscored = createUnscoredPool();
  return (row, failureReasons) => {
    const { sample_id, ...info } = table.sample(row);
    const scores: TextRecord<number | null> = createRecord();
    const unscored: TextRecord<Unscored> = createRecord();
    for (const { metric, values, statuses } of columns) {
      const status = STATUSES[statuses[row] ?? 0] ?? 'ok';
      if (status === 'ok') scores[metric] = values[row] ?? null;
      else unscored[metric] = poolUnscored(status, table.code(row, metric));
    }
    return { ...info, labels: info.labels, failure_reasons: [...failureReasons], scores, unscored };
  };
}

const HEAD_ORDER = [
  'schema_version',
  'meta',
  'metrics',
  'overall',
  'overall_auto',
  'by_intent_l1',
  'by_intent_l2',
  'by_label',
  'by_query_mode',
  'stats',
  'failures',
  'answer_matrix',
  'agreement',
  'corrected',
] as const satisfies readonly (keyof ScoresHead)[];

/**
 * The text of a `_scores.json` in pieces: the head first, indented, then `per_sample` with one line a sample, so that
 * the head can be read alone and no single string holds the whole. Equal scores give equal text.
 */
export function* formatScores(scores: ScoresFile): Generator<string> {
  yield '{\n';
  for (const key of HEAD_ORDER) {
    const value = scores[key];
    if (value === undefined) continue;
    yield `  ${JSON.stringify(key)}: ${formatNested(value, 1)},\n`;
  }
  yield '  "per_sample": {';
  let separator = '\n';
  for (const [sampleId, sample] of Object.entries(scores.per_sample)) {
    yield `${separator}    ${JSON.stringify(sampleId)}: ${formatSample(sample)}`;
    separator = ',\n';
  }
  yield '\n  }\n}\n';
}

/** The text of a row. The slow check that names a bad number runs only where there is one. */
function formatSample(sample: SampleScores): string {
  for (const part of [sample.scores, sample.labels]) {
    for (const key of Object.keys(part)) {
      const value = part[key];
      if (typeof value === 'number' && !Number.isFinite(value)) return JSON.stringify(sample, refuseNonFinite);
    }
  }
  return JSON.stringify(sample);
}

/** Depth from which an object stands on one line: an aggregate's statistics, say. */
const INLINE_DEPTH = 3;

/** Indented JSON whose deep objects and lists of plain values stand on one line, so that large blocks stay readable. */
function formatNested(value: unknown, depth: number): string {
  const isPlainList = Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
  if (value === null || typeof value !== 'object' || isPlainList || (depth >= INLINE_DEPTH && !hasDeepBlock(value))) {
    return JSON.stringify(value, refuseNonFinite) ?? 'null';
  }
  const pad = '  '.repeat(depth + 1);
  const end = `\n${'  '.repeat(depth)}`;
  if (Array.isArray(value))
    return `[\n${value.map((item) => `${pad}${formatNested(item, depth + 1)}`).join(',\n')}${end}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{}';
  return `{\n${members.map(([key, member]) => `${pad}${JSON.stringify(key)}: ${formatNested(member, depth + 1)}`).join(',\n')}${end}}`;
}

/** An object that holds objects which hold objects: a block of slices rather than one aggregate. */
function hasDeepBlock(value: object): boolean {
  return Object.values(value).some((member) => member !== null && typeof member === 'object' && !Array.isArray(member));
}
