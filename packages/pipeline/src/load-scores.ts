import { createHash } from 'node:crypto';
import type { ObjectStore } from '@reportcard/object-store';
import {
  createScoresReader,
  parseJson,
  parseScoresLazily,
  type ScoresFile,
  type ScoresReader,
  sha256,
} from '@reportcard/report-schema';
import type { ReportPlace } from './places.ts';
import { PER_SAMPLE } from './scores-head.ts';

/** The scores of a file with the SHA-256 of its bytes. */
export interface HashedScores {
  readonly scores: ScoresFile;
  readonly sha256: string;
}

/** Reads a `_scores.json`; null when there is none. Throws a `data` error when it is broken. */
export async function loadScores(store: ObjectStore, place: ReportPlace): Promise<ScoresFile | null> {
  return (await loadHashedScores(store, place))?.scores ?? null;
}

/** Larger files are read row by row: that takes less memory, but a small file is parsed sooner as a whole. */
const LARGEST_WHOLE = 8 * 1024 * 1024;

/** As {@link loadScores}, with the hash of the file. A large file in our form is read row by row, any other as a whole. */
export async function loadHashedScores(
  store: ObjectStore,
  place: ReportPlace,
  largestWhole: number = LARGEST_WHOLE,
): Promise<HashedScores | null> {
  const file = place.scores;
  const found = await store.stat(file);
  if (found === null) return null;
  return (found.size > largestWhole ? await loadByRows(store, file) : null) ?? loadWhole(store, file);
}

async function loadWhole(store: ObjectStore, file: string): Promise<HashedScores | null> {
  const bytes = await store.get(file);
  if (bytes === null) return null;
  const scores = await parseScoresLazily(parseJson(new TextDecoder().decode(bytes), { file }), { file });
  return { scores, sha256: sha256(bytes) };
}

/** Null for a file that is not in the form this version writes. */
async function loadByRows(store: ObjectStore, file: string): Promise<HashedScores | null> {
  const hash = createHash('sha256');
  let pending: Buffer = Buffer.alloc(0);
  let reader: ScoresReader | undefined;
  for await (const chunk of store.read(file)) {
    hash.update(chunk);
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
    if (reader === undefined) {
      const cut = pending.indexOf(ROWS);
      if (cut < 0) continue;
      reader = createScoresReader(parseQuietly(`${pending.toString('utf8', 0, cut).trimEnd().replace(/,$/, '')}\n}`));
      if (reader === undefined) return null;
      pending = pending.subarray(cut + ROWS.length);
    }
    const end = pending.lastIndexOf(NEWLINE, -END.length - 1);
    if (end < 0) continue;
    if (!addRows(reader, pending.toString('utf8', 0, end))) return null;
    pending = pending.subarray(end + 1);
  }
  const rest = pending.toString('utf8');
  if (reader === undefined || !rest.endsWith(END)) return null;
  if (!addRows(reader, rest.slice(0, -END.length))) return null;
  return { scores: reader.finish(), sha256: hash.digest('hex') };
}

const ROWS = `${PER_SAMPLE}\n`;
const NEWLINE = 10;
/** How a file in our form ends. */
const END = '  }\n}\n';

function parseQuietly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds whole lines, one row each; false when one is no row in our form. */
function addRows(reader: ScoresReader, text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const row = text.slice(start, text[end - 1] === ',' ? end - 1 : end);
    start = end + 1;
    const parsed = row.startsWith('    "') ? parseQuietly(`{${row}}`) : undefined;
    const [entry, ...more] = Object.entries(Object(parsed));
    if (entry === undefined || more.length > 0 || !reader.add(entry[0], entry[1])) return false;
  }
  return true;
}
