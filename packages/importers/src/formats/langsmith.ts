import { createDraft, putScore, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import type { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import type { Row } from '../read/csv-rows.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { parseTime } from '../row-draft.ts';
import { requireOneFile } from '../single-file.ts';
import { foldColumn } from '../values/column-names.ts';
import { isObject, valueAt } from '../values/is-object.ts';
import { createMetricId } from '../values/metric-names.ts';
import { parseList } from '../values/parse-list.ts';
import { classifyScore, parseScore } from '../values/parse-score.ts';
import { parseJsonCell, textOf, textOfJson } from '../values/text-of.ts';

const GROUPS = {
  inputs: /^(inputs?|example_inputs?)(_|$)/,
  outputs: /^outputs?(_|$)/,
  references: /^(reference|reference_outputs?|expected|example_outputs?)(_|$)/,
} as const;
const QUESTION = /(^|_)(question|query|input|user_input|prompt|text|messages)$/;
const ANSWER = /(^|_)(answer|output|response|result|text|content|messages|generation)$/;
const CONTEXTS = /(^|_)(contexts?|documents|retrieved_contexts|retrieved_documents|source_documents)$/;

/** Columns of a group: `inputs.question`, or `inputs` with JSON in it. */
function groupOf(row: Row, group: keyof typeof GROUPS): [string, unknown][] {
  return Object.entries(row.cells).filter(([name]) => GROUPS[group].test(foldColumn(name)));
}

/** The cell of a group that is wanted, else its first filled one; its column counts as used. */
function pick(cells: readonly [string, unknown][], wanted: RegExp, used: Set<string>): unknown {
  const filled = cells.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const chosen = filled.find(([name]) => wanted.test(foldColumn(name))) ?? filled[0];
  if (chosen !== undefined) used.add(chosen[0]);
  return chosen?.[1];
}

function contextsOf(row: Row, used: Set<string>): unknown {
  for (const [name, value] of groupOf(row, 'outputs')) {
    if (CONTEXTS.test(foldColumn(name))) {
      used.add(name);
      return value;
    }
    const object = parseJsonCell(value);
    const key = isObject(object)
      ? Object.keys(object).find((candidate) => CONTEXTS.test(foldColumn(candidate)))
      : undefined;
    if (key !== undefined) return valueAt(object, key);
  }
  return undefined;
}

/** Feedback that says something of a score. */
const REMARK = /[._](comment|reasoning|correction|explanation)$/i;

function addScores(draft: SampleDraft, row: Row, source: Source, repairs: RepairLog): void {
  for (const [name, value] of Object.entries(row.cells)) {
    const key = /^feedback[._](.+)$/i.exec(name)?.[1];
    if (key === undefined || REMARK.test(key)) continue;
    const id = createMetricId(key.replace(/[._](score|value|avg)$/i, ''), 'langsmith');
    if (
      classifyScore(value, source.decimalComma) === 'text' &&
      typeof value === 'string' &&
      !/^(\[.*\]|.*%|pass|fail|yes|no)$/i.test(value.trim())
    ) {
      draft.labels[key] = value;
      continue;
    }
    putScore(
      draft,
      id,
      {
        state: parseScore(value, {
          repairs,
          decimalComma: source.decimalComma,
          file: source.name,
          line: row.line,
          metric: name,
        }),
        label: `${key} (LangSmith)`,
      },
      repairs,
    );
  }
}

function toDraft(row: Row, source: Source, repairs: RepairLog): SampleDraft {
  const first = (...names: readonly string[]): unknown =>
    names.map((name) => row.cells[name]).find((value) => value !== undefined && value !== null && value !== '');
  const used = new Set(['error', 'example_id']);
  const draft = createDraft(row.line, {
    query_id: textOf(first('example_id', 'reference_example_id', 'example_uuid', 'id', 'run_id')),
    user_input: textOfJson(pick(groupOf(row, 'inputs'), QUESTION, used)) ?? '',
  });
  const outputs = groupOf(row, 'outputs').filter(([name]) => !CONTEXTS.test(foldColumn(name)));
  draft.answer = textOfJson(pick(outputs, ANSWER, used));
  draft.reference = textOfJson(pick(groupOf(row, 'references'), ANSWER, used));
  const contexts = parseList(contextsOf(row, used), repairs);
  if (contexts !== null) draft.contexts = contexts;
  const error = textOf(first('error'));
  if (error !== null && !/^(nan|none|null)$/i.test(error.trim())) draft.error = error;
  const seconds = first('execution_time', 'latency', 'latency_s', 'latency_seconds');
  if (seconds !== undefined)
    draft.latency_ms = parseTime(seconds, 1000, { repairs, decimalComma: source.decimalComma });
  addScores(draft, row, source, repairs);
  for (const [name, value] of Object.entries(row.cells))
    if (!used.has(name) && (!/^feedback[._]/i.test(name) || REMARK.test(name)) && value !== '' && value !== null)
      draft.metadata[name] = value;
  return draft;
}

/** True for rows with inputs and outputs in the way only LangSmith's experiments have them. */
function isLangsmith({ columns }: Source): boolean {
  const some = (pattern: RegExp): boolean => columns.some((name) => pattern.test(name));
  return (
    some(/^inputs?([._]|$)/i) &&
    some(/^outputs?([._]|$)/i) &&
    (some(/^feedback[._]/i) ||
      (some(/^inputs([._]|$)/i) && some(/^(example_id|reference([._]|$)|reference_outputs|execution_time)/i)))
  );
}

/** Experiments of LangSmith as its data frames and downloads write them: `inputs.* outputs.* reference.* feedback.*`. Numbers of feedback come in as evaluator metrics, words as labels. */
export const langsmithImporter: Importer = {
  format: 'langsmith',
  title: 'LangSmith experiments, CSV',
  usage: 'langsmith experiment.csv',
  sniff: isLangsmith,
  async open(input, options) {
    const source = await openSource(requireOneFile(input, 'langsmith', this.usage));
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      for await (const row of source.rows(repairs)) yield toDraft(row, source, repairs);
    }
    return importDrafts(
      {
        file: source.name,
        ids: 'content',
        decimalComma: source.decimalComma,
        drafts,
        forgive: (error) => source.forgive?.(error) === true,
      },
      options,
    );
  },
};
