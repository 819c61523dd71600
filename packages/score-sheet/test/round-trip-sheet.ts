import type { SheetState } from '@reportcard/report-schema';
import { createSheet, editSheet, type SheetDocument, toSheetState } from '../src/index.ts';
import { buildRecords, buildScores } from './build-scores.ts';

/** Ids that spreadsheets like to change. */
export const AWKWARD_IDS = [
  'S1-03',
  '007',
  '99100000000000000000',
  '1E5',
  '1-2',
  'MAR1',
  'TRUE',
  '=1+1',
  "'quoted",
  '2024-06-01',
  '选购-1',
];

/** A question with everything that breaks careless writers. */
export const AWKWARD_TEXT = '他说："行, 吗"；\n第二行\r\nthird\rfourth\t5 | `x` </script> {{ 7*7 }}';

const AUTOMATIC = [0, 1, 1 / 3, 2 / 3, 0.1, 0.7, 0.30000000000000004, 1e-7, 0.5, 0.123456789012345, 0.9];
const MANUAL = ['0.8', '.8', '80%', '80 %', '８０％', '', '0.8000', '0', '1', '\u3000', '0．8'];

const samples = Object.fromEntries(
  AWKWARD_IDS.map((id, index) => [
    id,
    {
      intent_l1: 'SUPPORT',
      intent_l2: index % 2 === 0 ? 'S1_选购推荐' : '-2',
      difficulty: null,
      requires_rag: index % 3 !== 0,
      scores: { 'hit@5': index % 2, faithfulness: AUTOMATIC[index] ?? 0 },
    },
  ]),
);
export const SCORES = buildScores(samples);
export const RECORDS = buildRecords(
  Object.fromEntries(AWKWARD_IDS.map((id) => [id, { question: AWKWARD_TEXT, answer: `-${AWKWARD_TEXT}` }])),
);

/** A sheet with scores in every accepted form, remarks and a column of the reviewer's own. */
export function fillSheet(): { readonly state: SheetState; readonly document: SheetDocument } {
  const options = { records: RECORDS, scoresSha256: '1234567890123456'.repeat(4) };
  const fresh = toSheetState(createSheet(SCORES, options), 'per_sample.csv');
  const state = editSheet(
    fresh,
    AWKWARD_IDS.flatMap((_, index) => [
      { record: index + 1, column: 'faithfulness_manual', text: MANUAL[index] ?? '' },
      { record: index + 1, column: 'manual_reviewer', text: index % 2 === 0 ? '李雷' : 'MAR1' },
      { record: index + 1, column: 'manual_reason', text: index % 2 === 0 ? '答案不完整, "缺价格"\n见第二段' : '-' },
      { record: index + 1, column: 'my notes', text: index % 2 === 0 ? `see #${index + 1}; ok?` : "'tis fine" },
    ]),
  );
  return { state, document: createSheet(SCORES, { ...options, sheet: state }) };
}
