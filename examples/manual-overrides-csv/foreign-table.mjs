import { ScoreTable } from '@reportcard/report-schema';
import { parseManualCell } from '@reportcard/score-sheet';

/** Our column for each of theirs. */
export const COLUMNS = {
  Nr: 'query_id',
  Judge: 'faithfulness',
  Human: 'faithfulness_manual',
  Who: 'manual_reviewer',
  Why: 'manual_reason',
};

/** The automatic scores of the sheet as a table: what the human ones will win over. */
export function readAutomaticScores({ rows, dialect }) {
  const table = new ScoreTable();
  table.addMetric('faithfulness');
  for (const { cells } of rows) {
    const row = table.addSample({
      sample_id: cells.query_id,
      query_id: cells.query_id,
      query_mode: 'default',
      unit_id: null,
      pass: 0,
      intent_l1: null,
      intent_l2: null,
      difficulty: null,
      requires_rag: null,
      should_refuse: null,
      final_status: 'success',
      labels: {},
      inputs_sha256: '',
      case_sha256: '',
    });
    const { value } = parseManualCell(cells.faithfulness, { decimalComma: dialect.decimal_comma });
    table.set(row, 'faithfulness', value === null ? { value, status: 'missing_input' } : { value, status: 'ok' });
  }
  return table;
}
