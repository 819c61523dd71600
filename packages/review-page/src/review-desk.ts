import type { ScoresFile, SheetRow, SheetState } from '@reportcard/report-schema';
import { editSheet } from '@reportcard/score-sheet';
import { type CellChange, planChanges } from './apply-edits.ts';
import { describeMaterial } from './describe-material.ts';
import { cellText, describeSample } from './describe-sample.ts';
import { settleSheet } from './prepare-sheet.ts';
import { createReviewContext, indexRows, type ReviewContext } from './review-context.ts';
import type { ReviewEdit, ReviewIndex, ReviewMetric, ReviewSample, SampleMaterial, SaveReply } from './review-index.ts';
import { PLAIN_NAMES, type ReviewNames, type ReviewPort, type ReviewSource } from './review-port.ts';

/** What is reviewed, in which language, and what follows from it. */
export interface ReviewDeskOptions {
  readonly report: ReviewPort;
  readonly names?: ReviewNames | undefined;
  readonly baseline?: ScoresFile | undefined;
  readonly highRiskIntents?: readonly string[] | undefined;
  readonly locale: string;
  readonly messages: Readonly<Record<string, string>>;
  /** The command that puts the scores into effect, shown to the reviewer. */
  readonly reportCommand: string;
}

/** One report under review: what it holds, edits of it, and undo. Calls follow one another, whoever makes them. */
export interface ReviewDesk {
  /** The report as it was last read; read now at the first call. */
  open(): Promise<ReviewIndex>;
  /** Reads the report anew, whatever another program made of it. */
  reload(): Promise<ReviewIndex>;
  /** The texts of a sample; null for an unknown id. */
  material(sampleId: string): Promise<SampleMaterial | null>;
  /** Writes edits at once, all or none, and only while the file has this version. */
  save(edits: readonly ReviewEdit[], version: string | null): Promise<SaveReply>;
  /** Takes the last change back. A change whose cells somebody else changed since is passed over. */
  undo(version: string | null): Promise<SaveReply>;
  /** Version of the file as it is now. */
  version(): Promise<string | null>;
}

/** What is loaded; replaced as a whole, never changed in place. */
interface Loaded {
  readonly source: ReviewSource;
  readonly context: ReviewContext;
  readonly sheet: SheetState;
  readonly version: string | null;
  readonly rows: ReadonlyMap<string, SheetRow>;
}

/** Runs tasks one after another, also after one that failed. */
function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
}

function describe(loaded: Loaded, sampleId: string): ReviewSample[] {
  const sample = loaded.context.scores.per_sample[sampleId];
  const row = loaded.rows.get(sampleId);
  return sample === undefined || row === undefined ? [] : [describeSample(loaded.context, sampleId, sample, row)];
}

function createIndex(loaded: Loaded, options: ReviewDeskOptions, undo: number): ReviewIndex {
  const { scores, scorable, names } = loaded.context;
  const metrics = scorable.flatMap((id): ReviewMetric[] => {
    const info = scores.metrics[id];
    if (info === undefined) return [];
    const { unit, higher_is_better: higherIsBetter } = info;
    return [{ id, label: names.metric(id, info.label), explanation: names.explanation(id), unit, higherIsBetter }];
  });
  return {
    runId: scores.meta.run_id,
    sheetPath: loaded.sheet.path,
    version: loaded.version,
    locale: options.locale,
    baseline: options.baseline?.meta.run_id ?? null,
    hasHighRiskIntents: (options.highRiskIntents ?? []).length > 0,
    metrics,
    samples: [...loaded.rows.keys()].flatMap((id) => describe(loaded, id)),
    undo,
    reportCommand: options.reportCommand,
    messages: options.messages,
  };
}

/** The reply to a write: the samples that changed, as they are now. */
function saved(loaded: Loaded, changes: readonly CellChange[], undo: number): SaveReply {
  const ids = new Set(changes.map(({ sampleId }) => sampleId));
  return { kind: 'saved', version: loaded.version, samples: [...ids].flatMap((id) => describe(loaded, id)), undo };
}

/** Writes changes of cells; null when somebody else changed the file meanwhile. */
async function writeChanges(
  report: ReviewPort,
  loaded: Loaded,
  changes: readonly CellChange[],
): Promise<Loaded | null> {
  const edits = changes.flatMap(({ sampleId, column, after }) => {
    const record = loaded.rows.get(sampleId)?.record;
    return record === undefined ? [] : [{ record, column, text: after }];
  });
  const sheet = settleSheet(loaded.source, editSheet(loaded.sheet, edits));
  const outcome = await report.save(sheet, loaded.version);
  if ('conflict' in outcome) return null;
  return { ...loaded, sheet, version: outcome.version, rows: indexRows(sheet, loaded.source.scores) };
}

/** True where a change is still what the sheet shows. */
function isInForce(loaded: Loaded, { sampleId, column, after }: CellChange): boolean {
  const row = loaded.rows.get(sampleId);
  return row !== undefined && cellText(row, column) === after;
}

/** The work behind the page, without HTTP: reads samples, writes edits into the sheet one after the other, undoes them. */
export function createReviewDesk(options: ReviewDeskOptions): ReviewDesk {
  const { report, names = PLAIN_NAMES, baseline, highRiskIntents } = options;
  const exclusive = createQueue();
  const history: (readonly CellChange[])[] = [];
  let loaded: Loaded | undefined;

  const load = async (): Promise<Loaded> => {
    const source = await report.load();
    const context = createReviewContext(source.scores, { names, baseline, highRiskIntents });
    const sheet = settleSheet(source, source.sheet);
    loaded = { source, context, sheet, version: source.version, rows: indexRows(sheet, source.scores) };
    return loaded;
  };
  const current = async (): Promise<Loaded> => loaded ?? (await load());

  const write = async (now: Loaded, changes: readonly CellChange[]): Promise<Loaded | null> => {
    const written = await writeChanges(report, now, changes);
    loaded = written ?? loaded;
    return written;
  };

  const save = async (edits: readonly ReviewEdit[], version: string | null): Promise<SaveReply> => {
    const now = await current();
    if (version !== now.version) return { kind: 'conflict' };
    const plan = planChanges(edits, { ...now.context, rows: now.rows });
    if ('problems' in plan) return { kind: 'refused', problems: plan.problems };
    if (plan.changes.length === 0) return saved(now, [], history.length);
    const written = await write(now, plan.changes);
    if (written === null) return { kind: 'conflict' };
    history.push(plan.changes);
    return saved(written, plan.changes, history.length);
  };

  const undo = async (version: string | null): Promise<SaveReply> => {
    const now = await current();
    if (version !== now.version) return { kind: 'conflict' };
    while (history.length > 0 && history.at(-1)?.every((change) => isInForce(now, change)) !== true) history.pop();
    const last = history.at(-1);
    if (last === undefined) return saved(now, [], 0);
    const back = last.map((change) => ({ ...change, before: change.after, after: change.before }));
    const written = await write(now, back);
    if (written === null) return { kind: 'conflict' };
    history.pop();
    return saved(written, back, history.length);
  };

  return {
    open: () => exclusive(async () => createIndex(await current(), options, history.length)),
    reload: () => exclusive(async () => createIndex(await load(), options, history.length)),
    version: () => report.version(),
    material: async (sampleId) => {
      const { context } = await exclusive(current);
      const sample = context.scores.per_sample[sampleId];
      if (sample === undefined) return null;
      return describeMaterial(sampleId, sample, await report.material(sampleId), context);
    },
    save: (edits, version) => exclusive(() => save(edits, version)),
    undo: (version) => exclusive(() => undo(version)),
  };
}
