import { createDraft, putScore, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import type { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import type { Row } from '../read/csv-rows.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { parseTime } from '../row-draft.ts';
import { requireOneFile } from '../single-file.ts';
import { listAt, numberAt, textAt, valueAt } from '../values/is-object.ts';
import { createMetricId } from '../values/metric-names.ts';
import { parseList } from '../values/parse-list.ts';
import { IMPORT_NAN, parseScore } from '../values/parse-score.ts';
import { parseJsonCell, textOf, textOfJson } from '../values/text-of.ts';

/** One annotation or evaluation of a row. */
interface Annotation {
  readonly name: string;
  readonly score: unknown;
  readonly label: unknown;
  readonly error: unknown;
}

/** Columns of a flat export: `annotation_<name>_score`, `eval.<name>.score`. */
const FLAT = /^(?:annotations?|eval)[._](.+)[._](score|label|error)$/;

/** Columns that have a place of their own in a record. */
const PLACED = new Set([
  'example_id',
  'context.span_id',
  'repetition_number',
  'attributes.input.value',
  'input',
  'attributes.output.value',
  'output',
  'reference_output',
  'expected',
  'attributes.retrieval.documents',
  'retrieval.documents',
  'error',
  'status_code',
  'status_message',
  'latency_ms',
  'start_time',
  'prompt_token_count',
  'completion_token_count',
]);

function annotationsOf(row: Row): Annotation[] {
  const listed = listAt({ list: parseJsonCell(row.cells['annotations']) }, 'list').map((item) => ({
    name: textAt(item, 'name') ?? '',
    score: valueAt(item, 'score'),
    label: valueAt(item, 'label'),
    error: valueAt(item, 'error'),
  }));
  const flat = new Map<string, { score: unknown; label: unknown; error: unknown }>();
  for (const [column, value] of Object.entries(row.cells)) {
    const [, name, part] = FLAT.exec(column) ?? [];
    if (name === undefined || part === undefined) continue;
    const known = flat.get(name) ?? { score: null, label: null, error: null };
    flat.set(name, { ...known, [part]: value });
  }
  return [...listed.filter(({ name }) => name !== ''), ...[...flat].map(([name, parts]) => ({ name, ...parts }))];
}

function addAnnotation(
  draft: SampleDraft,
  { name, score, label, error }: Annotation,
  source: Source,
  repairs: RepairLog,
): void {
  const text = textOf(label)?.trim() ?? '';
  if (text !== '' && !/^(nan|none|null)$/i.test(text)) draft.labels[name] = text;
  const failed = (textOf(error)?.trim() ?? '') !== '' && !/^(nan|none|null)$/i.test(textOf(error) ?? '');
  if (score === undefined) return;
  if (failed && score === 0) repairs.add('error_as_zero', 'scores of 0 beside an error were taken as not scored');
  const context = { repairs, decimalComma: source.decimalComma, file: source.name, line: draft.line, metric: name };
  putScore(
    draft,
    createMetricId(name, 'phoenix'),
    {
      state: failed ? IMPORT_NAN : parseScore(score, context),
      label: `${name} (Phoenix)`,
    },
    repairs,
  );
}

function contextsOf(row: Row): unknown {
  const documents = parseJsonCell(row.cells['attributes.retrieval.documents'] ?? row.cells['retrieval.documents']);
  if (Array.isArray(documents))
    return documents.map(
      (item: unknown) => valueAt(item, 'document.content') ?? valueAt(item, 'document', 'content') ?? item,
    );
  const output = parseJsonCell(row.cells['output']);
  return (
    valueAt(output, 'contexts') ??
    valueAt(output, 'retrieved_contexts') ??
    valueAt(output, 'documents') ??
    row.cells['reference']
  );
}

function toDraft(row: Row, source: Source, repairs: RepairLog): SampleDraft {
  const cell = (...names: readonly string[]): unknown =>
    names.map((name) => row.cells[name]).find((value) => value !== undefined && value !== null && value !== '');
  const draft = createDraft(row.line, {
    query_id: textOf(cell('example_id', 'context.span_id', 'span_id')),
    user_input: textOfJson(cell('attributes.input.value', 'input')) ?? '',
  });
  const repetition = Number(cell('repetition_number') ?? 1);
  if (Number.isSafeInteger(repetition) && repetition > 1) draft.pass = repetition - 1;
  draft.answer = textOfJson(cell('attributes.output.value', 'output'));
  draft.reference = textOfJson(cell('reference_output', 'expected'));
  const contexts = parseList(contextsOf(row), repairs);
  if (contexts !== null) draft.contexts = contexts;
  const error = textOf(cell('error'))?.trim() ?? '';
  const failed = textOf(cell('status_code')) === 'ERROR';
  if ((error !== '' && !/^(nan|none|null)$/i.test(error)) || failed)
    draft.error = error === '' ? (textOf(cell('status_message')) ?? 'the span says ERROR') : error;
  if ('latency_ms' in row.cells)
    draft.latency_ms = parseTime(row.cells['latency_ms'], 1, { repairs, decimalComma: source.decimalComma });
  const started = textOf(cell('start_time'));
  if (started !== null) draft.started_at = started;
  const prompt = numberAt(row.cells, 'prompt_token_count');
  if (prompt !== undefined)
    draft.usage = { prompt_tokens: prompt, completion_tokens: numberAt(row.cells, 'completion_token_count') ?? null };
  for (const annotation of annotationsOf(row)) addAnnotation(draft, annotation, source, repairs);
  for (const [name, value] of Object.entries(row.cells))
    if (!PLACED.has(name) && !FLAT.test(name) && value != null && value !== '') draft.metadata[name] = value;
  return draft;
}

function isPhoenix({ columns }: Source): boolean {
  const has = (name: string): boolean => columns.includes(name);
  const experiment =
    has('example_id') &&
    has('input') &&
    has('output') &&
    (has('repetition_number') || has('annotations') || columns.some((name) => FLAT.test(name)));
  return experiment || (has('attributes.input.value') && (has('context.span_id') || has('attributes.output.value')));
}

/** Experiments of Phoenix (JSON or CSV) and its spans as a data frame saved as CSV. Scores of annotations and evaluations come in as evaluator metrics, their words as labels; repetitions are passes. */
export const phoenixImporter: Importer = {
  format: 'phoenix',
  title: 'Phoenix experiments or spans, JSON or CSV',
  usage: 'phoenix experiment.json',
  sniff: isPhoenix,
  async open(input, options) {
    const source = await openSource(requireOneFile(input, 'phoenix', this.usage));
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      for await (const row of source.rows(repairs)) yield toDraft(row, source, repairs);
    }
    return importDrafts(
      {
        file: source.name,
        ids: 'content',
        decimalComma: source.decimalComma,
        drafts,
        forgive: (error) => source.forgive?.(error) === true,
      },
      options,
    );
  },
};
