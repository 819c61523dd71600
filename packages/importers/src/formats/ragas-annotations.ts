import { ReportcardError } from '@reportcard/report-schema';
import { createDraft, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import type { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import { openSource, type Source } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { isObject, listAt, valueAt } from '../values/is-object.ts';
import { createMetricId, ragasMetricOf } from '../values/metric-names.ts';
import { parseList } from '../values/parse-list.ts';
import { parseScore } from '../values/parse-score.ts';
import { textOf } from '../values/text-of.ts';

/** True for a document whose keys are metrics with lists of judged samples. */
function isAnnotations({ kind, first, columns }: Source): boolean {
  if (kind !== 'json' || first === null) return false;
  return columns.some((name) => {
    const item = listAt(first, name)[0];
    return isObject(item) && 'metric_input' in item && 'metric_output' in item;
  });
}

function toDraft(name: string, item: unknown, index: number, file: string, repairs: RepairLog): SampleDraft {
  const input = valueAt(item, 'metric_input');
  const draft = createDraft(index + 1, { query_id: null, user_input: textOf(valueAt(input, 'user_input')) ?? '' });
  draft.answer = textOf(valueAt(input, 'response'));
  draft.reference = textOf(valueAt(input, 'reference'));
  const contexts = parseList(valueAt(input, 'retrieved_contexts'), repairs);
  if (contexts !== null) draft.contexts = contexts;
  const id = ragasMetricOf(name) ?? createMetricId(name);
  const state = parseScore(valueAt(item, 'metric_output'), {
    repairs,
    file,
    metric: name,
    ratio: ragasMetricOf(name) !== undefined,
  });
  draft.scores[id] = { state, label: name };
  const accepted = valueAt(item, 'is_accepted');
  if (typeof accepted === 'boolean') draft.labels[`${id}_accepted`] = accepted;
  draft.metadata['annotation'] = item;
  return draft;
}

/** Annotations of the RAGAS app: per metric a list of judged samples with a person's verdict. The score is the judge's; whether the person accepted it is the label `<metric>_accepted`. */
export const ragasAnnotationsImporter: Importer = {
  format: 'ragas-annotations',
  title: 'annotations exported from the RAGAS app, JSON',
  usage: 'ragas-annotations annotated.json',
  sniff: isAnnotations,
  async open(input, options) {
    const source = await openSource(requireOneFile(input, 'ragas-annotations', this.usage));
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      for await (const { cells } of source.rows(repairs))
        for (const [name, items] of Object.entries(cells))
          for (const [index, item] of (Array.isArray(items) ? items : []).entries())
            if (isObject(item)) yield toDraft(name, item, index, source.name, repairs);
    }
    const empty = (): ReportcardError =>
      new ReportcardError({
        code: 'data',
        file: source.name,
        message: 'the file holds no annotations',
        expected: 'lists of metric_input and metric_output by metric',
      });
    return importDrafts({ file: source.name, ids: 'content', drafts, empty }, options);
  },
};
