import type { ObjectStore } from '@reportcard/object-store';
import {
  createRecord,
  createSampleId,
  EVERY_FIELD,
  type EvidenceRecord,
  formatJsonLine,
  hashInputs,
  type MetricInfo,
  parseRunId,
  parseRunMeta,
  ReportcardError,
  type RunMeta,
  type RunRecord,
  type ScoreState,
  type TextRecord,
} from '@reportcard/report-schema';
import { createL2Check } from './l2-key.ts';
import { importedScoresFile, runFile, runMetaFile } from './places.ts';

/** Rows of another tool: records and, where the source has them, scores. What the importers package returns. */
export interface ImportSource {
  readonly samples: AsyncIterable<{ readonly record: RunRecord; readonly scores?: TextRecord<ScoreState> | undefined }>;
  readonly scored_metrics: readonly string[];
  /** What the scored metrics that are not RAGAS's are. */
  readonly metric_info?: TextRecord<MetricInfo> | undefined;
  readonly judge_model?: string | undefined;
  readonly embedder_model?: string | undefined;
  repairs(): readonly { readonly code: string; readonly message: string; readonly count: number }[];
}

/** What is imported, from where, under which name. */
export interface ImportRunOptions {
  readonly store: ObjectStore;
  readonly runId: string;
  readonly source: ImportSource;
  /** Format name, for the meta file. */
  readonly format: string;
  /** Name of the data set; usually the file's base name. */
  readonly datasetName: string;
  readonly now: Date;
  readonly l2Key?: 'l2' | 'l1/l2' | undefined;
  readonly onProgress?: ((count: number) => void) | undefined;
}

/** Which fields vary is known only at the end: every one stands in the ids of imported scores. */
const FLUSH_CHARACTERS = 1 << 18;

function toEvidence(record: RunRecord, metric: string, state: ScoreState, source: ImportSource): EvidenceRecord {
  return {
    sample_id: createSampleId(record, EVERY_FIELD),
    metric,
    inputs_sha256: hashInputs(record),
    fingerprint: {
      judge: 'imported',
      model: source.judge_model ?? 'unknown',
      prompt: 'unknown',
      params: source.embedder_model ?? 'unknown',
    },
    value: state.value,
    status: state.status,
    code: state.code ?? null,
    decided_by: 'imported',
    repeats: [],
    sd: null,
    details: createRecord(),
    usage: null,
  };
}

/** Collects text and hands it on in large pieces. */
function createBatch(write: (text: string) => Promise<void>): {
  add(text: string): Promise<void>;
  flush(): Promise<void>;
} {
  let pending = '';
  const flush = async (): Promise<void> => {
    const text = pending;
    pending = '';
    if (text !== '') await write(text);
  };
  return {
    async add(text) {
      pending += text;
      if (pending.length >= FLUSH_CHARACTERS) await flush();
    },
    flush,
  };
}

/**
 * Writes an imported run: `runs/<run_id>.jsonl`, its meta file and, where scores came along, `runs/<run_id>.imported.jsonl`.
 * Nothing is written when the source has a fault; an existing run is never replaced.
 * @returns the meta file's content
 */
export async function importRun(options: ImportRunOptions): Promise<RunMeta> {
  const { store, source } = options;
  const runId = parseRunId(options.runId);
  if ((await store.exists(runFile(runId))) || (await store.exists(runMetaFile(runId)))) {
    throw new ReportcardError({
      code: 'usage',
      message: `the run ${runId} exists already`,
      file: runFile(runId),
      hint: 'choose another name with --name',
    });
  }
  // A store that cannot append takes only keys that end in .jsonl for it.
  const partial = { run: `runs/.partial-${runId}.jsonl`, scores: `runs/.partial-${runId}.imported.jsonl` };
  await store.delete(partial.run);
  await store.delete(partial.scores);
  try {
    const counts = await writeSamples(options, partial);
    const meta = createImportMeta(options, runId, counts);
    if (source.scored_metrics.length > 0) await store.rename(partial.scores, importedScoresFile(runId));
    await store.put(runMetaFile(runId), `${JSON.stringify(meta, null, 2)}\n`);
    await store.rename(partial.run, runFile(runId));
    return meta;
  } finally {
    await store.delete(partial.run);
    await store.delete(partial.scores);
  }
}

interface ImportCounts {
  readonly n: number;
  readonly status: TextRecord<number>;
  readonly modes: readonly string[];
  readonly l2Key: 'l2' | 'l1/l2';
  readonly warnings: readonly string[];
}

async function writeSamples(
  options: ImportRunOptions,
  partial: { run: string; scores: string },
): Promise<ImportCounts> {
  const { store, source } = options;
  const runAppender = await store.append(partial.run);
  const scoreAppender = source.scored_metrics.length > 0 ? await store.append(partial.scores) : undefined;
  const runBatch = createBatch((text) => runAppender.write(text));
  const scoreBatch = createBatch(async (text) => scoreAppender?.write(text));
  const status = createRecord<number>();
  const modes = new Set<string>();
  const l2 = createL2Check(options.l2Key);
  let n = 0;
  try {
    for await (const { record, scores } of source.samples) {
      await runBatch.add(formatJsonLine(record));
      for (const [metric, state] of Object.entries(scores ?? {}))
        await scoreBatch.add(formatJsonLine(toEvidence(record, metric, state, source)));
      status[record.final_status] = (status[record.final_status] ?? 0) + 1;
      modes.add(record.query_mode);
      l2.see(record);
      n++;
      options.onProgress?.(n);
    }
    await runBatch.flush();
    await scoreBatch.flush();
  } finally {
    await runAppender.close();
    await scoreAppender?.close();
  }
  const told = source.repairs().map((repair) => `${repair.message} (${repair.count}×)`);
  return { n, status, modes: [...modes], l2Key: l2.key(), warnings: [...told, ...l2.warnings()] };
}

function createImportMeta(options: ImportRunOptions, runId: string, counts: ImportCounts): RunMeta {
  return parseRunMeta({
    run_id: runId,
    dataset: { name: options.datasetName, n_samples: counts.n },
    query_modes: counts.modes,
    l2_key: counts.l2Key,
    status: counts.status,
    imported_at: options.now.toISOString(),
    finished_at: options.now.toISOString(),
    warnings: counts.warnings,
    metadata: {
      format: options.format,
      scored_metrics: options.source.scored_metrics,
      metric_info: options.source.metric_info ?? {},
      judge_model: options.source.judge_model ?? null,
      embedder_model: options.source.embedder_model ?? null,
    },
  });
}
