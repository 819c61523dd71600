import {
  createRecord,
  previewText,
  type RunRecord,
  type RunRecordIndex,
  SCHEMA_VERSION,
  type ScoreTable,
} from '@reportcard/report-schema';
import { runFile } from './places.ts';

/** The texts that a fresh sheet prints, kept while a run is scored so that it need not be read again. */
export interface SheetTexts {
  add(record: RunRecord, row: number): void;
  /** The kept texts as records; they hold nothing but what a sheet prints. */
  index(table: ScoreTable): RunRecordIndex;
}

/** A record that says nothing. */
const NOTHING: Omit<RunRecord, 'query_id' | 'final_status'> = {
  schema_version: SCHEMA_VERSION,
  query_mode: 'default',
  unit_id: null,
  pass: 0,
  knowledge_base_name: null,
  user_input: '',
  reference: null,
  reference_answers: [],
  reference_doc_ids: [],
  reference_doc_ids_nice: [],
  reference_contexts: [],
  evidence: [],
  intent_l1: null,
  intent_l2: null,
  difficulty: null,
  requires_rag: null,
  should_refuse: null,
  labels: createRecord(),
  predicted_intent: null,
  response: null,
  not_recorded: [],
  first_token_ms: null,
  latency_ms: null,
  error: null,
  attempts: 1,
  started_at: null,
  usage: null,
  metadata: createRecord(),
};

function answered(answer: string | null = null): NonNullable<RunRecord['response']> {
  return { mode: 'default', results: [], answer, citations: [], trace: [], metadata: createRecord() };
}

export function createSheetTexts(runId: string): SheetTexts {
  const questions: string[] = [];
  const answers: (string | null)[] = [];
  return {
    add(record, row) {
      const answer = record.response?.answer ?? null;
      questions[row] = record.user_input;
      answers[row] = answer === null ? null : previewText(answer);
    },
    index: (table) => ({
      path: runFile(runId),
      line: () => undefined,
      get(sampleId) {
        const row = table.row(sampleId);
        if (row === undefined) return undefined;
        const { query_id, final_status } = table.sample(row);
        return {
          ...NOTHING,
          query_id,
          final_status,
          user_input: questions[row] ?? '',
          response: answered(answers[row]),
        };
      },
    }),
  };
}
