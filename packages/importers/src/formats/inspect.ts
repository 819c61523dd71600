import { ReportcardError } from '@reportcard/report-schema';
import { createDraft, putScore, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { isObject, listAt, numberAt, textAt, valueAt } from '../values/is-object.ts';
import { createMetricId } from '../values/metric-names.ts';
import { IMPORT_NAN, parseScore } from '../values/parse-score.ts';
import { textOf } from '../values/text-of.ts';

/** The marks of Inspect's scorers: correct, partially correct, incorrect, no answer. */
const MARKS: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

function addValue(draft: SampleDraft, name: string, value: unknown, repairs: RepairLog): void {
  const id = createMetricId(name, 'inspect');
  const label = `${name} (Inspect)`;
  if (isObject(value)) {
    for (const [key, item] of Object.entries(value))
      if (!isObject(item)) addValue(draft, `${name} ${key}`, item, repairs);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (!isObject(item) && !Array.isArray(item)) addValue(draft, `${name} ${index + 1}`, item, repairs);
    return;
  }
  if (typeof value === 'string' && Object.hasOwn(MARKS, value))
    putScore(draft, id, { state: { value: MARKS[value] ?? 0, status: 'ok' }, label }, repairs);
  else if (
    typeof value === 'string' &&
    parseScore(value, { repairs: new RepairLog() }).value === null &&
    value.trim() !== '' &&
    !/^(nan|n\/a)$/i.test(value.trim())
  )
    draft.labels[name] = value;
  else
    putScore(draft, id, { state: value === undefined ? IMPORT_NAN : parseScore(value, { repairs }), label }, repairs);
}

function referenceOf(sample: unknown): { reference: string | null; answers: string[] } {
  const target = valueAt(sample, 'target');
  if (!Array.isArray(target)) return { reference: textOf(target), answers: [] };
  const answers = target.map((item) => textOf(item)).filter((text): text is string => text !== null);
  return { reference: answers[0] ?? null, answers: answers.length > 1 ? answers : [] };
}

function toDraft(sample: unknown, line: number, repairs: RepairLog): SampleDraft {
  const draft = createDraft(line, {
    query_id: textOf(valueAt(sample, 'id')),
    user_input: textOf(valueAt(sample, 'input')) ?? '',
  });
  const epoch = numberAt(sample, 'epoch') ?? 1;
  if (Number.isSafeInteger(epoch) && epoch > 1) draft.pass = epoch - 1;
  draft.answer =
    textOf(valueAt(sample, 'output', 'completion')) ??
    textOf(valueAt(listAt(sample, 'output', 'choices')[0], 'message', 'content'));
  const { reference, answers } = referenceOf(sample);
  draft.reference = reference;
  if (answers.length > 0) draft.reference_answers = answers;
  const message = textAt(sample, 'error', 'message') ?? textAt(sample, 'error') ?? textAt(sample, 'output', 'error');
  if (message !== undefined) draft.error = message;
  const seconds = numberAt(sample, 'output', 'time');
  if (seconds !== undefined && seconds >= 0) draft.latency_ms = seconds * 1000;
  const usage = valueAt(sample, 'output', 'usage');
  if (isObject(usage))
    draft.usage = {
      prompt_tokens: numberAt(usage, 'input_tokens') ?? null,
      completion_tokens: numberAt(usage, 'output_tokens') ?? null,
      total_tokens: numberAt(usage, 'total_tokens') ?? null,
    };
  const scores = valueAt(sample, 'scores');
  for (const [name, score] of Object.entries(isObject(scores) ? scores : {}))
    addValue(draft, name, valueAt(score, 'value'), repairs);
  if (isObject(valueAt(sample, 'score'))) addValue(draft, 'score', valueAt(sample, 'score', 'value'), repairs);
  const metadata = valueAt(sample, 'metadata');
  for (const [name, value] of Object.entries(isObject(metadata) ? metadata : {})) {
    draft.metadata[name] = value;
    if (name === 'category' || name === 'subject') draft.intent_l2 ??= textOf(value);
    if (name === 'difficulty') draft.difficulty = textOf(value);
  }
  if (isObject(scores)) draft.metadata['inspect_scores'] = scores;
  return draft;
}

function isInspect({ kind, keys, columns }: Source): boolean {
  if (kind !== 'json') return false;
  const log = keys.includes('eval') && keys.includes('status') && keys.includes('version');
  return (
    log ||
    (columns.includes('epoch') && columns.includes('target') && columns.includes('input') && columns.includes('output'))
  );
}

function withoutSamples(file: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    message: 'the log holds no samples',
    expected: 'a log with samples',
    hint: 'write it with samples: inspect log convert --to json; a header alone has none',
  });
}

/** Evaluation logs of Inspect as JSON. Scorers come in as evaluator metrics, its marks C, P, I, N as 1, 0.5, 0, 0; epochs are passes. */
export const inspectImporter: Importer = {
  format: 'inspect',
  title: 'Inspect evaluation logs, JSON',
  usage: 'inspect log.json',
  sniff: isInspect,
  async open(input, options) {
    const source = await openSource(requireOneFile(input, 'inspect', this.usage));
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      const isTarget = (path: readonly string[]): boolean =>
        path.length === 0 || (path.length === 1 && path[0] === 'samples');
      const onEnvelope = (log: unknown): void => {
        const status = textAt(log, 'status');
        if (status !== undefined && status !== 'success')
          repairs.add('incomplete_log', `the log says its evaluation ended with ${JSON.stringify(status)}`);
      };
      for await (const { line, value } of source.elements({ repairs, isTarget, onEnvelope }))
        yield toDraft(value, line, repairs);
    }
    return importDrafts(
      { file: source.name, ids: 'content', drafts, empty: () => withoutSamples(source.name) },
      options,
    );
  },
};
