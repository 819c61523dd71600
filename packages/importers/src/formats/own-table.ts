import {
  createRecord,
  type FinalStatus,
  NOT_RECORDED,
  type NotRecorded,
  ReportcardError,
  type ScoreState,
  STATUSES,
} from '@reportcard/report-schema';
import { createDraft, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import type { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import type { Row } from '../read/csv-rows.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { isObject } from '../values/is-object.ts';
import { isRagasId } from '../values/metric-names.ts';
import { parseScore } from '../values/parse-score.ts';
import { parseJsonCell } from '../values/text-of.ts';

/** The column that marks our own tables; the columns after it are metrics. */
const MARKER = 'unscored';

function textIn(row: Row, name: string): string | null {
  const value = row.cells[name];
  return value === undefined || value === null || value === '' ? null : String(value);
}

function wrongCell(row: Row, name: string, file: string, expected: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    line: row.line,
    path: name,
    message: 'the cell is not as it was exported',
    expected,
    got: JSON.stringify(textIn(row, name)),
    hint: 'mend the cell, or export again',
  });
}

function numberIn(row: Row, name: string, file: string): number | null {
  const text = textIn(row, name);
  const value = text === null ? null : Number(text);
  if (value === null || Number.isFinite(value)) return value;
  throw wrongCell(row, name, file, 'a number with a decimal point, or nothing');
}

function flagIn(row: Row, name: string, file: string): boolean | null {
  const text = textIn(row, name)?.toLowerCase();
  if (text === undefined) return null;
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw wrongCell(row, name, file, 'true, false or nothing');
}

function listIn(row: Row, name: string, file: string): (string | null)[] | undefined {
  if (textIn(row, name) === null) return undefined;
  const value = parseJsonCell(row.cells[name]);
  if (!Array.isArray(value)) throw wrongCell(row, name, file, 'a JSON list, or nothing');
  return value.map((item) => (item === null ? null : String(item)));
}

function textsIn(row: Row, name: string, file: string): string[] {
  return (listIn(row, name, file) ?? []).filter((text): text is string => text !== null);
}

function labelsIn(row: Row, file: string): SampleDraft['labels'] {
  const value = textIn(row, 'labels') === null ? {} : parseJsonCell(row.cells['labels']);
  if (!isObject(value)) throw wrongCell(row, 'labels', file, 'a JSON object, or nothing');
  const plain = Object.entries(value).filter(([, item]) => item === null || typeof item !== 'object');
  return createRecord(plain as [string, string | number | boolean | null][]);
}

function parseState(text: unknown, metric: string, row: Row, file: string): ScoreState {
  const [name = '', code] = String(text).split('/');
  const status = STATUSES.find((candidate) => candidate === name && candidate !== 'ok');
  if (status !== undefined) return { value: null, status, ...(code === undefined ? {} : { code }) };
  throw new ReportcardError({
    code: 'data',
    file,
    line: row.line,
    path: `${MARKER}.${metric}`,
    message: 'this is no state of a score',
    expected: STATUSES.join(', '),
    got: String(text),
  });
}

function addScores(draft: SampleDraft, row: Row, file: string, repairs: RepairLog): void {
  const names = Object.keys(row.cells);
  const states = parseJsonCell(row.cells[MARKER]);
  const known = isObject(states) ? states : {};
  for (const metric of names.slice(names.indexOf(MARKER) + 1)) {
    const value = row.cells[metric];
    const isBlank = value === '' || value === null || value === undefined;
    if (isBlank && Object.hasOwn(known, metric))
      draft.scores[metric] = { state: parseState(known[metric], metric, row, file) };
    else if (!isBlank || Object.keys(known).length > 0)
      draft.scores[metric] = {
        state: parseScore(value, { repairs, file, line: row.line, metric, ratio: isRagasId(metric) }),
      };
  }
}

function toDraft(row: Row, file: string, repairs: RepairLog): SampleDraft {
  const draft = createDraft(row.line, {
    query_id: textIn(row, 'query_id'),
    user_input: textIn(row, 'user_input') ?? '',
  });
  draft.query_mode = textIn(row, 'query_mode') ?? undefined;
  draft.unit_id = textIn(row, 'unit_id') ?? undefined;
  draft.pass = numberIn(row, 'pass', file) ?? 0;
  draft.answer = textIn(row, 'response');
  draft.contexts = listIn(row, 'retrieved_contexts', file);
  draft.context_ids = listIn(row, 'retrieved_doc_ids', file);
  draft.reference = textIn(row, 'reference');
  draft.reference_answers = textsIn(row, 'reference_answers', file);
  draft.reference_contexts = textsIn(row, 'reference_contexts', file);
  draft.reference_doc_ids = textsIn(row, 'reference_doc_ids', file);
  draft.intent_l1 = textIn(row, 'intent_l1');
  draft.intent_l2 = textIn(row, 'intent_l2');
  draft.predicted_intent = textIn(row, 'predicted_intent');
  draft.difficulty = textIn(row, 'difficulty');
  draft.requires_rag = flagIn(row, 'requires_rag', file);
  draft.should_refuse = flagIn(row, 'should_refuse', file);
  draft.not_recorded = textsIn(row, 'not_recorded', file).filter((name): name is NotRecorded =>
    NOT_RECORDED.some((known) => known === name),
  );
  draft.first_token_ms = numberIn(row, 'first_token_ms', file);
  draft.latency_ms = numberIn(row, 'latency_ms', file);
  draft.final_status = (textIn(row, 'final_status') ?? undefined) as FinalStatus | undefined;
  draft.error = textIn(row, 'error') ?? undefined;
  draft.labels = labelsIn(row, file);
  addScores(draft, row, file, repairs);
  return draft;
}

function isOwnTable({ columns }: Source): boolean {
  return ['query_id', 'user_input', 'final_status', MARKER].every((name) => columns.includes(name));
}

/** What `export csv` and `export parquet` write, read back: the scores are the same, own metrics are computed anew. */
export const ownTableImporter: Importer = {
  format: 'own-table',
  title: 'what export csv and export parquet write',
  usage: 'own-table run.csv',
  sniff: isOwnTable,
  async open(input, options) {
    const source = await openSource(requireOneFile(input, 'own-table', this.usage));
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      for await (const row of source.rows(repairs)) yield toDraft(row, source.name, repairs);
    }
    return importDrafts({ file: source.name, ids: 'own', ownMetrics: 'recompute', settled: true, drafts }, options);
  },
};
