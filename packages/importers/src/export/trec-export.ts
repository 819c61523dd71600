import { ReportcardError, type RunRecord } from '@reportcard/report-schema';
import { type Exporter, type ExportInput, readExportedSamples } from './exporter.ts';
import { rankedDocuments } from './result-texts.ts';

function requireWord(text: string, record: RunRecord): string {
  if (text !== '' && !/\s/.test(text)) return text;
  throw new ReportcardError({
    code: 'data',
    path: record.query_id,
    message: 'TREC files separate columns by blanks and cannot hold this id',
    expected: 'an id without white space',
    got: JSON.stringify(text),
    hint: 'export jsonl or csv instead',
  });
}

type Ranked = ReturnType<typeof rankedDocuments>[number];

/** Whether trec_eval, which sorts by score and breaks ties by id, would keep the order. */
function keepsOrder(ranking: readonly Ranked[]): boolean {
  return ranking.every(({ id, score }, index) => {
    if (score === null || !Number.isFinite(score)) return false;
    const next = ranking[index + 1];
    if (next === undefined) return true;
    return (
      score > (next.score ?? 0) || (score === next.score && Buffer.compare(Buffer.from(id), Buffer.from(next.id)) > 0)
    );
  });
}

async function* formatRun(input: ExportInput, counts: Counts): AsyncGenerator<string> {
  const tag = input.runId.replace(/\s+/g, '_');
  for await (const { record } of readExportedSamples(input)) {
    const query = requireWord(record.query_id, record);
    const ranking = rankedDocuments(record);
    const scored = keepsOrder(ranking);
    if (!scored && ranking.some(({ score }) => score !== null)) counts.renumbered++;
    for (const [index, { id, score }] of ranking.entries())
      yield `${query} Q0 ${requireWord(id, record)} ${index + 1} ${scored ? score : ranking.length - index} ${tag}\n`;
  }
}

async function* formatQrels(input: ExportInput, counts: Counts): AsyncGenerator<string> {
  for await (const { record } of readExportedSamples(input)) {
    const query = requireWord(record.query_id, record);
    if (record.reference_doc_ids.length === 0) counts.unjudged++;
    for (const id of new Set(record.reference_doc_ids)) yield `${query} 0 ${requireWord(id, record)} 1\n`;
  }
}

interface Counts {
  renumbered: number;
  unjudged: number;
}

function describe({ renumbered, unjudged }: Counts): string[] {
  return [
    ...(renumbered > 0
      ? [`the scores of ${renumbered} rankings would not keep their order in trec_eval: ranks were written for them`]
      : []),
    ...(unjudged > 0 ? [`${unjudged} samples without reference documents are not in the judgements`] : []),
  ];
}

/** A TREC run and its judgements. Each query must stand once: with several query modes, units or passes one mode has to be chosen. */
export const trecExporter: Exporter = {
  format: 'trec',
  title: 'a TREC run and its judgements',
  export: (input) => {
    const counts: Counts = { renumbered: 0, unjudged: 0 };
    const media_type = 'text/plain';
    return {
      files: [
        { name: `${input.runId}.run`, media_type, body: refuseUnfit(input, formatRun(input, counts)) },
        { name: `${input.runId}.qrels`, media_type, body: formatQrels(input, counts) },
      ],
      notes: () => describe(counts),
    };
  },
};

/** Checks all samples before the first line: a run that the format cannot hold is refused as a whole, so that no half of it is written. */
async function* refuseUnfit(input: ExportInput, body: AsyncIterable<string>): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const { record } of readExportedSamples(input)) {
    if (seen.has(record.query_id))
      throw new ReportcardError({
        code: 'usage',
        message: `the query ${JSON.stringify(record.query_id)} was recorded more than once, which a TREC run cannot hold`,
        hint: 'choose one query mode with --mode',
      });
    seen.add(record.query_id);
    requireWord(record.query_id, record);
    for (const id of record.reference_doc_ids) requireWord(id, record);
    for (const { id } of rankedDocuments(record)) requireWord(id, record);
  }
  yield* body;
}
