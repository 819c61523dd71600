import {
  type Problem,
  type SampleScores,
  type ScoresFile,
  type SheetRow,
  type SheetState,
  sampleIds,
} from '@reportcard/report-schema';
import { cutHash, type MatchedRows } from '@reportcard/score-sheet';
import { cellProblem, rowHash } from './sheet-cell.ts';

/** What is wrong with the rows as such, and which rows belong to samples the run no longer has. */
export interface CheckedRows {
  readonly problems: readonly Problem[];
  readonly dropped: readonly SheetRow[];
}

const SCIENTIFIC = /^\d(?:[.,]\d+)?e\+\d+$/i;
const DATE =
  /^(?:\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?|\d{1,2}[-/ ][a-z]{3,4}\.?(?:[-/ ]\d{2,4})?|[a-z]{3,4}[-/ ]\d{1,4}|\d{4}-\d\d-\d\dT.*)$/i;

/** Finds missing identifying columns, doubled ids and ids no sample has; an unknown id with our hash is a dropped sample. */
export function checkRows(sheet: SheetState, scores: ScoresFile, matched: MatchedRows): CheckedRows {
  const problems: Problem[] = [];
  if (matched.missingColumns.length > 0) {
    const missing = matched.missingColumns.join(', ');
    const message = `the sheet has no column ${missing}, without which its rows cannot be told apart`;
    return { problems: [{ file: sheet.path, path: missing, message, hint: 'put the column back' }], dropped: [] };
  }
  for (const { row, first } of matched.doubled) {
    problems.push(
      cellProblem(sheet, row, 'query_id', {
        message: `the id stands in record ${first.record} too`,
        expected: 'one row a sample',
        hint: 'delete one of the two rows',
      }),
    );
  }
  const open: (readonly [string, SampleScores])[] = [];
  for (const id of sampleIds(scores)) {
    const sample = matched.rows.has(id) ? undefined : scores.per_sample[id];
    if (sample !== undefined) open.push([id, sample]);
  }
  const dropped: SheetRow[] = [];
  for (const row of matched.unknown) {
    const problem = explainUnknown(sheet, row, open);
    if (problem === null) dropped.push(row);
    else problems.push(problem);
  }
  return { problems, dropped };
}

type OpenSamples = readonly (readonly [string, SampleScores])[];

/** Why an unknown id is a fault; null for the row of a sample that was dropped from the data set. */
function explainUnknown(sheet: SheetState, row: SheetRow, open: OpenSamples): Problem | null {
  const id = (row.cells['query_id'] ?? '').trim();
  const hash = rowHash(row, 'inputs_sha256');
  const owner = hash === null ? undefined : open.find(([, sample]) => cutHash(sample.inputs_sha256) === hash)?.[1];
  if (hash !== null && owner === undefined && id !== '' && !SCIENTIFIC.test(id)) return null;
  const meant = owner?.query_id ?? guessId(id, open);
  return cellProblem(sheet, row, 'query_id', {
    message: id === '' ? 'the row has no id' : 'this run has no sample of that id',
    got: JSON.stringify(id),
    hint: `${describeDamage(id)}${meant === undefined ? 'put the id right or delete the row' : `the id was probably ${JSON.stringify(meant)}: put it right`}`,
  });
}

function describeDamage(id: string): string {
  if (SCIENTIFIC.test(id)) return 'a spreadsheet turned it into a number; ';
  if (DATE.test(id)) return 'a spreadsheet may have turned it into a date; ';
  if (/[?\ufffd]/.test(id)) return 'characters were lost on saving: save as “CSV UTF-8”; ';
  return '';
}

/** The only id without row that the text can have been: zeros lost, digits cut to 15, or written as a power of ten. */
function guessId(id: string, open: OpenSamples): string | undefined {
  const candidates = open.map(([, sample]) => sample.query_id).filter((known) => wasProbably(known, id));
  return new Set(candidates).size === 1 ? candidates[0] : undefined;
}

function wasProbably(known: string, id: string): boolean {
  if (known.toLowerCase() === id.toLowerCase()) return true;
  if (!/^[\d.]+(?:e\d+)?$/i.test(known) || !/^[\d.,]+(?:e\+?\d+)?$/i.test(id)) return false;
  const [before, after] = [Number(known), Number(id.replace(',', '.'))];
  if (before === after) return true;
  const digits = id.replace(/e.*$/i, '').replace(/\D/g, '').replace(/0+$/, '').length;
  return before.toPrecision(Math.max(1, digits)) === after.toPrecision(Math.max(1, digits)) && before >= 1e11;
}
