import type { ObjectStore } from '@reportcard/object-store';
import { ReportcardError, type ScoresFile, type SheetState, sha256 } from '@reportcard/report-schema';
import { createSheet, formatCsv, formatXlsx, knownTexts, readSheet, toSheetState } from '@reportcard/score-sheet';
import { runOfReport } from './find-run.ts';
import { loadScores } from './load-scores.ts';
import type { ReportPlace } from './places.ts';
import { loadRecordIndex } from './record-index.ts';

/** The sheet of a report as it stands, ready to be edited. */
export interface SheetSession {
  readonly scores: ScoresFile;
  readonly scoresSha256: string;
  readonly sheet: SheetState;
  /** SHA-256 of the sheet's bytes; null when there is no sheet yet. Saving refuses when it has changed meanwhile. */
  readonly version: string | null;
}

/** Opens the sheet of a report; a fresh one where there is none. Throws a `usage` error when the run has no scores yet. */
export async function openSheet(store: ObjectStore, place: ReportPlace, runKey: string | null): Promise<SheetSession> {
  const scores = await loadScores(store, place);
  if (scores === null)
    throw new ReportcardError({
      code: 'usage',
      file: place.scores,
      message: 'the run has no scores yet',
      hint: `reportcard score ${runKey ?? ''}`,
    });
  const scoresSha256 = sha256((await store.get(place.scores)) ?? '');
  const path =
    (await store.exists(place.sheetCsv)) || !(await store.exists(place.sheetXlsx)) ? place.sheetCsv : place.sheetXlsx;
  const bytes = await store.get(path);
  if (bytes !== null)
    return {
      scores,
      scoresSha256,
      sheet: await readSheet(bytes, { path, known: knownTexts(scores) }),
      version: sha256(bytes),
    };
  const runId = runKey === null ? null : await runOfReport(store, runKey);
  const records = runId === null ? undefined : ((await loadRecordIndex(store, runId)) ?? undefined);
  return {
    scores,
    scoresSha256,
    sheet: toSheetState(createSheet(scores, { records, scoresSha256 }), path),
    version: null,
  };
}

/**
 * Writes an edited sheet in the format it has, whole or not at all, and gives its new version. Throws a `data` error when
 * somebody else changed the file since it was opened.
 */
export async function saveSheet(store: ObjectStore, session: SheetSession, sheet: SheetState): Promise<string> {
  const current = await store.get(sheet.path);
  const version = current === null ? null : sha256(current);
  if (version !== session.version) {
    throw new ReportcardError({
      code: 'data',
      file: sheet.path,
      message: 'the sheet was changed by another program meanwhile',
      hint: 'load it again; nothing was overwritten',
    });
  }
  const document = createSheet(session.scores, { sheet, scoresSha256: session.scoresSha256 });
  const bytes =
    sheet.format === 'xlsx' ? await formatXlsx(document) : Buffer.from([...formatCsv(document)].join(''), 'utf8');
  await store.put(sheet.path, bytes, { durable: true });
  return sha256(bytes);
}
