import type { ScoresFile, SheetRow, SheetState } from '@reportcard/report-schema';
import { editSheet } from '@reportcard/score-sheet';
import { type CellChange, planChanges } from './apply-edits.ts';
import { describeMaterial } from './describe-material.ts';
import { cellText, describeSample } from './describe-sample.ts';
import { prepareSheet, settleSheet } from './prepare-sheet.ts';
import { createReviewContext, indexRows, type ReviewContext } from './review-context.ts';
import type { ReviewEdit, ReviewIndex, ReviewSample, SampleMaterial, SaveReply } from './review-index.ts';
import { PLAIN_NAMES, type ReviewNames, type ReviewPort, type ReviewSource } from './review-port.ts';

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

export function createReviewDesk(options: ReviewDeskOptions): ReviewDesk {
  const { report, names = PLAIN_NAMES, baseline, highRiskIntents } = options;
  const exclusive = createQueue();
  const history: (readonly CellChange[])[] = [];
  let loaded: Loaded | undefined;

  const load = async (): Promise<Loaded> => {
    const source = await report.load();
    const context = createReviewContext(source.scores, { names, baseline, highRiskIntents });
    const sheet = prepareSheet(source);
    loaded = { source, context, sheet, version: source.version, rows: indexRows(sheet, source.scores) };
    return loaded;
  };
  const current = async (): Promise<Loaded> => loaded ?? (await load());

  const createIndex = (now: Loaded): ReviewIndex => {
    const { scores, scorable } = now.context;
    return {
      runId: scores.meta.run_id,
      sheetPath: now.sheet.path,
      version: now.version,
      locale: options.locale,
      baseline: baseline?.meta.run_id ?? null,
      hasHighRiskIntents: (highRiskIntents ?? []).length > 0,
      metrics: scorable.flatMap((id) => {
        const info = scores.metrics[id];
        if (info === undefined) return [];
        const { unit, higher_is_better: higherIsBetter } = info;
        return [{ id, label: names.metric(id, info.label), explanation: names.explanation(id), unit, higherIsBetter }];
      }),
      samples: [...now.rows.keys()].flatMap((id) => describe(now, id)),
      undo: history.length,
      reportCommand: options.reportCommand,
      messages: options.messages,
    };
  };

  const write = async (now: Loaded, changes: readonly CellChange[]): Promise<Loaded | null> => {
    const edits = changes.flatMap(({ sampleId, column, after }) => {
      const record = now.rows.get(sampleId)?.record;
      return record === undefined ? [] : [{ record, column, text: after }];
    });
    const sheet = settleSheet(now.source, editSheet(now.sheet, edits));
    const outcome = await report.save(sheet, now.version);
    if ('conflict' in outcome) return null;
    loaded = { ...now, sheet, version: outcome.version, rows: indexRows(sheet, now.source.scores) };
    return loaded;
  };

  const saved = (now: Loaded, changes: readonly CellChange[]): SaveReply => ({
    kind: 'saved',
    version: now.version,
    samples: [...new Set(changes.map(({ sampleId }) => sampleId))].flatMap((id) => describe(now, id)),
    undo: history.length,
  });

  return {
    open: () => exclusive(async () => createIndex(await current())),
    reload: () => exclusive(async () => createIndex(await load())),
    version: () => report.version(),
    material: async (sampleId) => {
      const { context } = await exclusive(current);
      const sample = context.scores.per_sample[sampleId];
      if (sample === undefined) return null;
      return describeMaterial(sampleId, sample, await report.material(sampleId), context);
    },
    save: (edits, version) =>
      exclusive(async () => {
        const now = await current();
        if (version !== now.version) return { kind: 'conflict' };
        const plan = planChanges(edits, { ...now.context, rows: now.rows });
        if ('problems' in plan) return { kind: 'refused', problems: plan.problems };
        if (plan.changes.length === 0) return saved(now, []);
        const written = await write(now, plan.changes);
        if (written === null) return { kind: 'conflict' };
        history.push(plan.changes);
        return saved(written, plan.changes);
      }),
    undo: (version) =>
      exclusive(async () => {
        const now = await current();
        if (version !== now.version) return { kind: 'conflict' };
        const isUntouched = ({ sampleId, column, after }: CellChange): boolean => {
          const row = now.rows.get(sampleId);
          return row !== undefined && cellText(row, column) === after;
        };
        while (history.length > 0 && !history.at(-1)?.every(isUntouched)) history.pop();
        const last = history.at(-1);
        if (last === undefined) return saved(now, []);
        const back = last.map((change) => ({ ...change, before: change.after, after: change.before }));
        const written = await write(now, back);
        if (written === null) return { kind: 'conflict' };
        history.pop();
        return saved(written, back);
      }),
  };
}
