import { createDraft, putScore, putTags, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import type { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import type { Row } from '../read/csv-rows.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { parseTime } from '../row-draft.ts';
import { requireOneFile } from '../single-file.ts';
import { foldColumn } from '../values/column-names.ts';
import { listAt, numberAt, textAt } from '../values/is-object.ts';
import { createMetricId } from '../values/metric-names.ts';
import { parseScore } from '../values/parse-score.ts';
import { parseJsonCell, textOf, textOfJson } from '../values/text-of.ts';

/** Columns of traces and observations that are no scores. */
const PLAIN =
  /^(id|trace_id|type|name|timestamp|start_time|end_time|completion_start_time|user_id|session_id|release|version|environment|tags|bookmarked|public|input|output|output_summary|expected_output|metadata|latency|time_to_first_token|level|status_message|model\w*|provided_model\w*|prompt\w*|\w*tokens?|\w*cost\w*|usage\w*|tool_\w*|\w*_count|parent_observation_id|trace_name|trace_tags|trace_timestamp|comments?|observations|scores)$/;

/** Those of them that have a place of their own in a record. */
const PLACED = new Set([
  'id',
  'trace_id',
  'name',
  'timestamp',
  'start_time',
  'release',
  'version',
  'environment',
  'tags',
  'trace_tags',
  'input',
  'output',
  'output_summary',
  'expected_output',
  'latency',
  'time_to_first_token',
]);

type Columns = ReadonlyMap<string, string>;

function foldColumns(row: Row): Columns {
  return new Map(Object.keys(row.cells).map((name) => [foldColumn(name), name]));
}

/** The values of a score: a number, or the list that several graders left. */
function scoreValue(value: unknown, repairs: RepairLog): unknown {
  const parsed = parseJsonCell(value);
  if (!Array.isArray(parsed)) return value;
  const numbers = parsed.map(Number);
  if (numbers.length === 0) return null;
  if (numbers.some((number) => !Number.isFinite(number))) return parsed.length === 1 ? parsed[0] : parsed.join(', ');
  if (numbers.length > 1) repairs.add('score_list', 'several values of one score of a trace were averaged');
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function addScores(draft: SampleDraft, row: Row, columns: Columns, repairs: RepairLog): void {
  for (const [folded, name] of columns) {
    if (PLAIN.test(folded)) continue;
    const value = scoreValue(row.cells[name], repairs);
    if (typeof value === 'string' && value.trim() === '') draft.candidates[name] = null;
    else draft.candidates[name] = value;
  }
  for (const score of listAt({ list: parseJsonCell(row.cells[columns.get('scores') ?? '']) }, 'list')) {
    const name = textAt(score, 'name');
    const value = numberAt(score, 'value') ?? textAt(score, 'stringValue');
    if (name === undefined) continue;
    if (typeof value === 'string') draft.labels[name] = value;
    else
      putScore(
        draft,
        createMetricId(name, 'langfuse'),
        {
          state: parseScore(value, { repairs }),
          label: `${name} (Langfuse)`,
        },
        repairs,
      );
  }
}

function toDraft(row: Row, source: Source, repairs: RepairLog): SampleDraft {
  const columns = foldColumns(row);
  const cell = (...names: readonly string[]): unknown =>
    names
      .map((name) => columns.get(name))
      .map((name) => (name === undefined ? undefined : row.cells[name]))
      .find((value) => value !== undefined && value !== null && value !== '');
  const draft = createDraft(row.line, {
    query_id: textOf(cell('trace_id', 'id')),
    user_input: textOfJson(cell('input')) ?? '',
  });
  const output = cell('output');
  draft.answer = textOfJson(output ?? cell('output_summary'));
  if (output === undefined && columns.has('output_summary'))
    repairs.add('summary_as_answer', 'the file holds summaries of the answers, which were taken for the answers');
  draft.reference = textOfJson(cell('expected_output'));
  const times = { repairs, decimalComma: source.decimalComma };
  if (columns.has('latency')) draft.latency_ms = parseTime(cell('latency'), 1000, times);
  if (columns.has('time_to_first_token')) draft.first_token_ms = parseTime(cell('time_to_first_token'), 1000, times);
  const started = textOf(cell('timestamp', 'start_time'));
  if (started !== null) draft.started_at = started;
  if (/^error$/i.test(textOf(cell('level')) ?? ''))
    draft.error = textOf(cell('status_message')) ?? 'Langfuse says ERROR and gives no reason';
  putTags(draft, cell('tags', 'trace_tags'));
  for (const name of ['name', 'environment', 'release', 'version'] as const) {
    const label = textOf(cell(name));
    if (label !== null && label.trim() !== '') draft.labels[name] = label;
  }
  for (const [folded, name] of columns) {
    const value = row.cells[name];
    const isPlaced = PLACED.has(folded) && (folded !== 'id' || !columns.has('trace_id'));
    if (PLAIN.test(folded) && !isPlaced && value !== '' && value != null) draft.metadata[name] = value;
  }
  addScores(draft, row, columns, repairs);
  return draft;
}

function isLangfuse({ columns }: Source): boolean {
  const folded = new Set(columns.map(foldColumn));
  const has = (name: string): boolean => folded.has(name);
  return (
    has('input') &&
    (has('output') || has('output_summary')) &&
    (has('trace_id') || (has('id') && has('timestamp'))) &&
    (has('session_id') || has('user_id') || has('environment') || has('tags'))
  );
}

/** Trace and observation exports of Langfuse. Latency is in seconds there; score columns come in as evaluator metrics, tags as a label. */
export const langfuseImporter: Importer = {
  format: 'langfuse',
  title: 'Langfuse traces or observations, CSV or JSON',
  usage: 'langfuse traces.csv',
  sniff: isLangfuse,
  async open(input, options) {
    const source = await openSource(requireOneFile(input, 'langfuse', this.usage));
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      for await (const row of source.rows(repairs)) yield toDraft(row, source, repairs);
    }
    return importDrafts(
      {
        file: source.name,
        ids: 'content',
        decimalComma: source.decimalComma,
        candidatePrefix: 'langfuse',
        drafts,
        forgive: (error) => source.forgive?.(error) === true,
      },
      options,
    );
  },
};
