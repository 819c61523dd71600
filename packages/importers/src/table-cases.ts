import { type Case, parseCase, ReportcardError } from '@reportcard/report-schema';
import type { SampleDraft } from './draft.ts';
import { createContentIds } from './draft-ids.ts';
import { finishDraft } from './finish-draft.ts';
import { type ImportFile, type Repair, RepairLog } from './importer.ts';
import { openSource, type Source } from './read/open-source.ts';
import { assignColumns } from './table-columns.ts';
import { readTableDrafts } from './table-drafts.ts';

/** A data set read from a table. Read `cases` to the end before `repairs()`. */
export interface TableCases {
  readonly cases: AsyncIterable<Case>;
  repairs(): readonly Repair[];
}

/** In a data set an answer is the expected one, whatever its column is called. */
function withReference(draft: SampleDraft): SampleDraft {
  if (draft.reference === null || draft.reference === undefined || draft.reference === '')
    draft.reference = draft.answer ?? null;
  return draft;
}

async function* readDrafts(
  source: Source,
  columns: Readonly<Record<string, string>>,
  repairs: RepairLog,
): AsyncGenerator<SampleDraft> {
  for await (const draft of readTableDrafts(source, { columns }, repairs, 'metadata')) yield withReference(draft);
}

function toCase(draft: SampleDraft, queryId: string, repairs: RepairLog, file: string): Case {
  const record = finishDraft(draft, queryId, repairs, file);
  const { query_id, user_input, reference, reference_answers, reference_doc_ids, reference_contexts } = record;
  const { intent_l1, intent_l2, difficulty, requires_rag, should_refuse, labels, metadata } = record;
  return parseCase(
    {
      query_id,
      user_input,
      reference,
      reference_answers,
      reference_doc_ids,
      reference_contexts,
      intent_l1,
      intent_l2,
      difficulty,
      requires_rag,
      should_refuse,
      labels,
      metadata,
    },
    { file, line: draft.line },
  );
}

/**
 * The questions of a table as the cases of a data set: CSV, TSV, XLSX, Parquet, JSON or JSON Lines, columns by their
 * usual names or a mapping (our field → column). Read twice, in bounded memory. Throws `data` errors.
 */
export async function readTableCases(
  file: ImportFile,
  columns: Readonly<Record<string, string>> = {},
): Promise<TableCases> {
  const source = await openSource(file);
  const { fields } = assignColumns(source.columns, columns, file.name);
  if (!fields.has('user_input')) {
    throw new ReportcardError({
      code: 'data',
      file: file.name,
      message: 'no column holds the questions',
      expected: 'a column such as question or user_input',
      got: source.columns.join(', ').slice(0, 300),
      hint: "name it: dataset: { cases: …, columns: { user_input: 'COLUMN', reference: 'COLUMN' } }",
    });
  }
  const repairs = new RepairLog();
  const ids = createContentIds(repairs);
  for await (const draft of readDrafts(source, columns, new RepairLog())) ids.note(draft);
  async function* cases(): AsyncGenerator<Case> {
    for await (const draft of readDrafts(source, columns, repairs))
      yield toCase(draft, ids.idOf(draft), repairs, file.name);
  }
  return { cases: cases(), repairs: () => repairs.list() };
}
