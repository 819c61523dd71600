import { STATUSES } from './constants.ts';
import { refuseNonFinite } from './format-json-line.ts';
import { type SampleSource, sampleRows, sampleSource } from './sample-map.ts';
import { createSampleReader, createUnscoredPool, factsOf } from './sample-reader.ts';
import { samplesOf } from './samples-of.ts';
import type { SampleScores, ScoresFile, ScoresHead, Unscored } from './scores.ts';

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
  for (const [sampleId, text] of formatSamples(scores)) {
    yield `${separator}    ${JSON.stringify(sampleId)}: ${text}`;
    separator = ',\n';
  }
  yield '\n  }\n}\n';
}

function* formatSamples(scores: ScoresFile): Generator<readonly [string, string]> {
  const source = sampleSource(scores);
  if (source === undefined) {
    for (const [sampleId, sample] of samplesOf(scores)) yield [sampleId, formatSample(sample)];
    return;
  }
  const format = createRowWriter(source);
  for (const row of sampleRows(source)) yield [source.table.sample(row).sample_id, format(row)];
}

/** Writes a row of a table as {@link formatSample} writes its sample, out of columns and ready pieces. */
function createRowWriter({ table, reasons }: SampleSource): (row: number) => string {
  const columns = table.metrics.map((metric) => {
    const { values, statuses } = table.column(metric);
    return { key: `${JSON.stringify(metric)}:`, values, statuses, codeOf: table.codesOf(metric) };
  });
  const read = createSampleReader(table);
  const poolUnscored = createUnscoredPool();
  const texts = new Map<Unscored, string>();
  const textOf = (unscored: Unscored): string => {
    const text = texts.get(unscored) ?? JSON.stringify(unscored);
    texts.set(unscored, text);
    return text;
  };
  return (row) => {
    const info = table.sample(row);
    const { labels } = info;
    if (Object.values(labels).some((label) => typeof label === 'number' && !Number.isFinite(label)))
      return formatSample(read(row, reasons(row)));
    let scores = '';
    let unscored = '';
    for (const { key, values, statuses, codeOf } of columns) {
      const status = STATUSES[statuses[row] ?? 0] ?? 'ok';
      if (status === 'ok') scores += `${scores === '' ? '' : ','}${key}${values[row]}`;
      else unscored += `${unscored === '' ? '' : ','}${key}${textOf(poolUnscored(status, codeOf(row)))}`;
    }
    const head = JSON.stringify({
      ...factsOf(info),
      failure_reasons: reasons(row),
    });
    return `${head.slice(0, -1)},"scores":{${scores}},"unscored":{${unscored}}}`;
  };
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
