import { createAnswerContains, createAnswerExactMatch } from '@reportcard/metrics';
import { type CaseInput, ReportcardError } from '@reportcard/report-schema';
import type { Benchmark, BenchmarkRunUnit } from '@reportcard/runner';
import type { BenchmarkFormat } from './benchmark-format.ts';
import { inspectFile } from './file-facts.ts';
import { type NeededFile, requireFile } from './source-folder.ts';
import { readTableRows, type TableRow } from './table-rows.ts';
import { findUdaDocuments, toBenchmarkDocument } from './uda-documents.ts';
import { UDA_SUBSETS, type UdaSubset } from './uda-subsets.ts';

interface UdaCase {
  readonly doc: string;
  readonly input: CaseInput;
}

/** Items of an answer that is a Python list, such as `['97,500']`; null for any other text. */
function listedAnswers(text: string): string[] | null {
  if (!/^\[.*\]$/s.test(text)) return null;
  const items = [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  return items.length === 0 ? null : items;
}

function toCase(row: TableRow, subset: UdaSubset): UdaCase {
  const cell = (name: string): string => row.cells.get(name) ?? '';
  const answers = subset.answers.map(cell).filter((text) => text.trim() !== '');
  const all = [...new Set(answers.flatMap((text) => listedAnswers(text) ?? [text]))];
  const further = [...row.cells].filter(([name, value]) => !['q_uid', 'question'].includes(name) && value !== '');
  const doc = cell('doc_name');
  return {
    doc,
    input: {
      query_id: cell('q_uid'),
      user_input: cell('question'),
      reference: answers[0] ?? null,
      reference_answers: all,
      reference_doc_ids: [doc],
      requires_rag: true,
      intent_l2: subset.name,
      metadata: Object.fromEntries(further),
    },
  };
}

/** The id of a run unit: the document's name where that can be part of a place, told apart where two would be one. */
function createUnitIds(docs: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const ids = new Map<string, string>();
  for (const doc of docs) {
    const base = doc.replace(/[\\/:*?"<>|]+/g, '_').trim();
    let id = base;
    for (let copy = 2; taken.has(id.toLowerCase()); copy++) id = `${base}-${copy}`;
    taken.add(id.toLowerCase());
    ids.set(doc, id);
  }
  return ids;
}

function createRunUnits(cases: readonly UdaCase[]): BenchmarkRunUnit[] {
  const byDocument = new Map<string, string[]>();
  for (const { doc, input } of cases) byDocument.set(doc, [...(byDocument.get(doc) ?? []), input.query_id]);
  const ids = createUnitIds([...byDocument.keys()]);
  return [...byDocument].map(([doc, caseIds]) => ({
    unit_id: ids.get(doc) ?? doc,
    document_ids: [doc],
    case_ids: caseIds,
    metadata: { doc_name: doc },
  }));
}

function findSubset(split: string): UdaSubset {
  const subset = UDA_SUBSETS.find(({ name }) => name === split);
  if (subset !== undefined) return subset;
  throw new ReportcardError({
    code: 'config',
    path: 'benchmark.split',
    message: `UDA has no subset ${JSON.stringify(split)}`,
    expected: UDA_SUBSETS.map(({ name }) => name).join(', '),
  });
}

function neededFile({ file, sha256 }: UdaSubset): NeededFile {
  return {
    names: [`qa/${file}`, `dataset/qa/${file}`, file],
    from: 'https://github.com/qinchuanhui/UDA-Benchmark (dataset/qa)',
    url: `https://raw.githubusercontent.com/qinchuanhui/UDA-Benchmark/026d17457b4ba59b9117f990aa926292b2b28f1c/dataset/qa/${file}`,
    sha256,
  };
}

/**
 * UDA, six subsets: questions about one document each, in `|`-separated files; one run unit a document. Documents are the
 * published PDFs, or a text of them beside it (`NAME.txt`, `.md`, `.html`), which is preferred: a recipe that reads no
 * PDF needs it.
 */
export const udaFormat: BenchmarkFormat = {
  format: 'uda',
  title: 'UDA: questions about unstructured documents, run by document',
  splits: UDA_SUBSETS.map(({ name }) => name),
  options: {
    only_available: 'true: leave out the cases whose document is not in the folder',
    limit_documents: 'only the first n documents',
  },
  files: (split) => [neededFile(findSubset(split))],
  async open({ folder, split, options = {} }): Promise<Benchmark> {
    const subset = findSubset(split);
    const needed = neededFile(subset);
    const file = await requireFile(folder, needed);
    const read: UdaCase[] = [];
    for await (const row of readTableRows(file, { delimiter: '|', columns: subset.columns }))
      read.push(toCase(row, subset));
    const names = [...new Set(read.map(({ doc }) => doc))].slice(
      0,
      Number(options['limit_documents'] ?? Number.POSITIVE_INFINITY),
    );
    const found = await findUdaDocuments(folder, subset, names, options['only_available'] === true);
    const cases = read.filter(({ doc }) => found.has(doc));
    const facts = await inspectFile(file, needed);
    return {
      manifest: {
        name: 'uda',
        version: null,
        split: subset.name,
        task_type: 'rag_qa',
        build_scope: 'group',
        homepage: 'https://github.com/qinchuanhui/UDA-Benchmark',
        license: 'CC BY-SA 4.0',
        metadata: { files: [facts], n_published_cases: read.length, n_documents: found.size },
      },
      documents: () => [...found].map(([doc, source]) => toBenchmarkDocument(doc, source)),
      cases: () => cases.map(({ input }) => input),
      run_units: () => createRunUnits(cases),
      evaluators: () => [createAnswerContains(), createAnswerExactMatch()],
    };
  },
};
