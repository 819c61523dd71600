import type { ObjectStore } from '@reportcard/object-store';
import { gateVersion, parseJson, ReportcardError, type ScoresHead } from '@reportcard/report-schema';
import type { ReportPlace } from './places.ts';

const PER_SAMPLE = '\n  "per_sample": {';
const NEEDED = ['meta', 'metrics', 'overall', 'stats', 'failures'] as const;

/** Reads bytes until the per-sample map begins, and closes the object there; the whole text when it never does. */
async function readHeadText(store: ObjectStore, file: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of store.read(file)) {
    const from = Math.max(0, text.length - PER_SAMPLE.length);
    text += decoder.decode(chunk, { stream: true });
    const cut = text.indexOf(PER_SAMPLE, from);
    if (cut >= 0) return `${text.slice(0, cut).trimEnd().replace(/,$/, '')}\n}`;
  }
  return text + decoder.decode();
}

/**
 * The part of a `_scores.json` before its rows, read alone where the file is in our form. Null when there is none. Checks
 * the version and that the blocks are there, no more: the whole check is `parseScores`. Throws `data` errors.
 */
export async function loadScoresHead(store: ObjectStore, place: ReportPlace): Promise<ScoresHead | null> {
  const file = place.scores;
  if (!(await store.exists(file))) return null;
  const text = await readHeadText(store, file);
  const value = parseJson(text, { file });
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ReportcardError({ code: 'data', file, message: 'this is no _scores.json', expected: 'a JSON object' });
  }
  const head = gateVersion('scores', value as Record<string, unknown>, { file });
  const missing = NEEDED.filter((key) => head[key] === null || typeof head[key] !== 'object');
  if (missing.length > 0) {
    throw new ReportcardError({
      code: 'data',
      file,
      path: missing[0],
      message: 'a required block is missing',
      expected: NEEDED.join(', '),
      hint: 'reportcard validate lists every problem of the file',
    });
  }
  return head as unknown as ScoresHead;
}

/** Pages that `report` writes together with the sheet. */
export const PAGES: readonly string[] = ['report.md', 'failures.jsonl', 'slides.html'];

/** A store's clock may be coarse, and the files of one report are not written in one moment. */
const TOLERANCE_MS = 2000;

/**
 * True when a sheet was saved after the scores and the pages made with it, so that its cells may not count yet. A report
 * that found nothing new leaves the scores as they are, hence the pages.
 */
export async function sheetIsNewer(store: ObjectStore, place: ReportPlace): Promise<boolean> {
  const modified = async (key: string): Promise<number> =>
    (await store.stat(key))?.modified.getTime() ?? Number.NEGATIVE_INFINITY;
  const written = await Promise.all([place.scores, ...PAGES.map((name) => `${place.folder}${name}`)].map(modified));
  const sheets = await Promise.all([place.sheetCsv, place.sheetXlsx].map(modified));
  return Math.max(...sheets) > Math.max(...written) + TOLERANCE_MS;
}
