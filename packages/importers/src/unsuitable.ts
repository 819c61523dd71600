import { ReportcardError } from '@reportcard/report-schema';
import type { Source } from './read/open-source.ts';
import { isObject, valueAt } from './values/is-object.ts';

/** A kind of file people have beside their results and that holds none. */
interface UnsuitableKind {
  readonly what: string;
  readonly hint: string;
  matches(source: Source): boolean;
}

function hasColumns(source: Source, ...names: readonly string[]): boolean {
  return names.every((name) => source.columns.includes(name));
}

function hasKeys(source: Source, ...names: readonly string[]): boolean {
  return names.every((name) => source.keys.includes(name));
}

/** A whole document that came as one row. */
function isDocument(source: Source): boolean {
  return (
    source.kind === 'json' &&
    source.keys.length > 0 &&
    source.columns.length > 0 &&
    source.keys[0] === source.columns[0]
  );
}

const KINDS: readonly UnsuitableKind[] = [
  {
    what: 'this is a part of the UDA benchmark: questions with expected answers, no answers of a system',
    hint: "record a run over it: benchmark: { format: 'uda', path: FOLDER, split: 'fin' } in the configuration; FOLDER holds qa/ and src_doc_files/, splits are fin, tat, paper_text, paper_tab, nq and feta",
    matches: (source) =>
      hasColumns(source, 'doc_name', 'q_uid', 'question') ||
      (isDocument(source) &&
        Array.isArray(Object.values(source.first ?? {})[0]) &&
        valueAt((Object.values(source.first ?? {})[0] as unknown[])[0], 'q_uid') !== undefined),
  },
  {
    what: 'this is a test file of LegalBench-RAG: queries with the text spans they expect, no answers of a system',
    hint: "record a run over it: benchmark: { format: 'legalbench-rag', path: FOLDER } in the configuration",
    matches: (source) => hasKeys(source, 'tests') && hasColumns(source, 'query', 'snippets'),
  },
  {
    what: 'this is the MultiHop-RAG data set: queries with expected answers and evidence, no answers of a system',
    hint: "record a run over it: benchmark: { format: 'multihop-rag', path: FOLDER } in the configuration",
    matches: (source) => hasColumns(source, 'query', 'answer', 'question_type', 'evidence_list'),
  },
  {
    what: 'this is a result of MTEB: means over all queries, nothing for single queries',
    hint: 'import the ranking itself: reportcard import trec --qrels F --run F; nDCG, recall and MRR are computed from it',
    matches: (source) =>
      hasKeys(source, 'mteb_version') || (hasKeys(source, 'task_name', 'scores') && !hasKeys(source, 'samples')),
  },
  {
    what: 'this is a _scores.json of this program',
    hint: 'it needs no import: reportcard report FILE, or reportcard gate FILE',
    matches: (source) => hasKeys(source, 'schema_version', 'meta', 'metrics', 'overall'),
  },
  {
    what: 'this is a run of TREC or its judgements',
    hint: 'name both: reportcard import trec --qrels F --run F',
    matches: (source) =>
      source.kind === 'csv' &&
      /^\S+[ \t]+(Q?0)[ \t]+\S+[ \t]+\S+([ \t]+\S+[ \t]+\S+)?$/.test(source.columns.join('\t')),
  },
  {
    what: 'this is a summary: it holds overall numbers and no samples',
    hint: 'import the file of the samples themselves, such as the results the summary was made of',
    matches: (source) =>
      isDocument(source) && !hasRowLists(source) && source.columns.every((name) => !isQuestion(name)),
  },
];

function isQuestion(name: string): boolean {
  return /question|query|input|prompt|问题/i.test(name);
}

function hasRowLists(source: Source): boolean {
  return Object.values(source.first ?? {}).some(
    (value) => Array.isArray(value) && value.length > 0 && isObject(value[0]),
  );
}

/** Throws a `data` error that says what a file is where it is of a kind without results. */
export function refuseUnsuitable(source: Source): void {
  const kind = KINDS.find(({ matches }) => matches(source));
  if (kind === undefined) return;
  throw new ReportcardError({
    code: 'data',
    file: source.name,
    message: kind.what,
    expected: 'results of an evaluation, one a sample',
    hint: kind.hint,
  });
}
