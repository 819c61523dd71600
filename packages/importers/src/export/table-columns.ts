import { createRecord, getOwn, type RunRecord } from '@reportcard/report-schema';
import type { ExportedSample } from './exporter.ts';
import { contextsOf, documentIdsOf } from './result-texts.ts';

/** One cell; lists and objects are JSON text. Null is an empty cell. */
export type TableCell = string | number | boolean | null;

/** A column of an exported table. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'flag';
  cell(sample: ExportedSample): TableCell;
}

function text(name: keyof RunRecord & string, read: (record: RunRecord) => string | null): TableColumn {
  return { name, type: 'text', cell: ({ record }) => read(record) };
}

function number(name: keyof RunRecord & string, read: (record: RunRecord) => number | null): TableColumn {
  return { name, type: 'number', cell: ({ record }) => read(record) };
}

function flag(name: keyof RunRecord & string, read: (record: RunRecord) => boolean | null): TableColumn {
  return { name, type: 'flag', cell: ({ record }) => read(record) };
}

function list(items: readonly unknown[] | null): string | null {
  return items === null || items.length === 0 ? null : JSON.stringify(items);
}

const RECORD_COLUMNS: readonly TableColumn[] = [
  text('query_id', (record) => record.query_id),
  text('query_mode', (record) => record.query_mode),
  text('unit_id', (record) => record.unit_id),
  number('pass', (record) => record.pass),
  text('user_input', (record) => record.user_input),
  text('response', (record) => record.response?.answer ?? null),
  { name: 'retrieved_contexts', type: 'text', cell: ({ record }) => jsonOrNull(contextsOf(record)) },
  { name: 'retrieved_doc_ids', type: 'text', cell: ({ record }) => jsonOrNull(documentIdsOf(record)) },
  text('reference', (record) => record.reference),
  text('reference_answers', (record) => list(record.reference_answers)),
  text('reference_contexts', (record) => list(record.reference_contexts)),
  text('reference_doc_ids', (record) => list(record.reference_doc_ids)),
  text('intent_l1', (record) => record.intent_l1),
  text('intent_l2', (record) => record.intent_l2),
  text('predicted_intent', (record) => record.predicted_intent),
  text('difficulty', (record) => record.difficulty),
  flag('requires_rag', (record) => record.requires_rag),
  flag('should_refuse', (record) => record.should_refuse),
  text('labels', (record) => (Object.keys(record.labels).length === 0 ? null : JSON.stringify(record.labels))),
  text('final_status', (record) => record.final_status),
  text('error', (record) => record.error?.message ?? null),
  text('not_recorded', (record) => list(record.not_recorded)),
  number('first_token_ms', (record) => record.first_token_ms),
  number('latency_ms', (record) => record.latency_ms),
];

/** An empty list is told from an unknown one. */
function jsonOrNull(items: readonly unknown[] | null): string | null {
  return items === null ? null : JSON.stringify(items);
}

/** Why metrics have no score, as `{"metric": "status/code"}`; the column that marks our own tables. */
const UNSCORED: TableColumn = {
  name: 'unscored',
  type: 'text',
  cell: ({ scores }) => {
    const states = Object.entries(scores?.unscored ?? {}).map(
      ([metric, { status, code }]) => [metric, code === undefined ? status : `${status}/${code}`] as const,
    );
    return JSON.stringify(createRecord(states));
  },
};

/** Columns of an exported table: the record, why scores are missing, then one column a metric. */
export function createTableColumns(metrics: readonly string[]): readonly TableColumn[] {
  return [
    ...RECORD_COLUMNS,
    UNSCORED,
    ...metrics.map(
      (metric): TableColumn => ({
        name: metric,
        type: 'number',
        cell: ({ scores }) => getOwn(scores?.scores, metric) ?? null,
      }),
    ),
  ];
}
