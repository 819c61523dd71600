import { createHash } from 'node:crypto';
import type { ObjectStore } from '@reportcard/object-store';
import { formatScores, type ScoresFile } from '@reportcard/report-schema';
import type { ReportPlace } from './places.ts';

const PIECE_CHARACTERS = 1 << 18;

/** Joins small pieces of text into large ones, so that few writes and hash updates are made. */
function* joinPieces(pieces: Iterable<string>): Generator<string> {
  let pending = '';
  for (const piece of pieces) {
    pending += piece;
    if (pending.length < PIECE_CHARACTERS) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
}

/** SHA-256 of the file that {@link writeScores} would write. */
export function hashScores(scores: ScoresFile): string {
  const hash = createHash('sha256');
  for (const piece of joinPieces(formatScores(scores))) hash.update(piece, 'utf8');
  return hash.digest('hex');
}

/** Writes `_scores.json` as a stream and gives its SHA-256, 64 lower-case hex digits. */
export async function writeScores(store: ObjectStore, place: ReportPlace, scores: ScoresFile): Promise<string> {
  const hash = createHash('sha256');
  function* hashed(): Generator<Uint8Array> {
    for (const piece of joinPieces(formatScores(scores))) {
      const bytes = Buffer.from(piece, 'utf8');
      hash.update(bytes);
      yield bytes;
    }
  }
  await store.put(place.scores, hashed());
  return hash.digest('hex');
}
