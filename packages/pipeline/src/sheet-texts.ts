import {
  parseRunRecord,
  previewText,
  type RunRecord,
  type RunRecordIndex,
  type ScoreTable,
} from '@reportcard/report-schema';
import { runFile } from './places.ts';

/** The texts that a fresh sheet prints, kept while a run is scored so that it need not be read again. */
export interface SheetTexts {
  add(record: RunRecord, row: number): void;
  /** The kept texts as records; they hold nothing but what a sheet prints. */
  index(table: ScoreTable): RunRecordIndex;
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
        return parseRunRecord({
          query_id,
          user_input: questions[row] ?? '',
          final_status,
          response: { answer: answers[row] ?? null },
        });
      },
    }),
  };
}
