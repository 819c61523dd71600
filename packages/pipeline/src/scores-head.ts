import type { ObjectStore } from '@reportcard/object-store';
import { gateVersion, parseJson, ReportcardError, type ScoresHead } from '@reportcard/report-schema';
import { parseBlocksLazily } from './lazy-blocks.ts';
import type { ReportPlace } from './places.ts';

/** What stands before the rows of a `_scores.json` in our form. */
export const PER_SAMPLE = '\n  "per_sample": {';
const NEEDED = ['meta', 'metrics', 'overall', 'stats', 'failures'] as const;

interface HeadBytes {
  readonly bytes: Buffer;
  /** The rows were left away, and with them the end of the object. */
  readonly isCut: boolean;
}

/** Reads bytes until the per-sample map begins; the whole file when it never does. */
async function readHeadBytes(store: ObjectStore, file: string): Promise<HeadBytes> {
  let bytes: Buffer = Buffer.alloc(0);
  let searched = 0;
  for await (const chunk of store.read(file)) {
    bytes =
      bytes.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([bytes, chunk]);
    const found = bytes.indexOf(PER_SAMPLE, searched);
    if (found >= 0) return { bytes: bytes.subarray(0, found), isCut: true };
    searched = Math.max(0, bytes.length - PER_SAMPLE.length);
  }
  return { bytes, isCut: false };
}

function parseHead({ bytes, isCut }: HeadBytes, file: string): unknown {
  const lazy = parseBlocksLazily(bytes, { nested: ['stats'], isCut }, { file });
  if (lazy !== null) return lazy;
  const text = bytes.toString('utf8');
  return parseJson(isCut ? `${text.replace(/,\s*$/, '')}\n}` : text, { file });
}

/**
 * The part of a `_scores.json` before its rows, read alone where the file is in our form, and of that no more than is
 * looked at. Null when there is none. Checks the version and that the blocks are there: the whole check is `parseScores`.
 * Throws `data` errors.
 */
export async function loadScoresHead(store: ObjectStore, place: ReportPlace): Promise<ScoresHead | null> {
  const file = place.scores;
  if (!(await store.exists(file))) return null;
  const value = parseHead(await readHeadBytes(store, file), file);
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
