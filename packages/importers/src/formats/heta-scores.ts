import { type EvaluationScore, getOwn, type ScoreState, STATUSES, type TextRecord } from '@reportcard/report-schema';
import { IMPORT_NAN } from '../values/parse-score.ts';

/** A score of a Heta report as a state, or null for a text, which is a label. */
export function hetaScoreState(score: EvaluationScore): ScoreState | null {
  const { value, metadata } = score;
  const code = getOwn(metadata, 'code');
  const status = STATUSES.find((name) => name !== 'ok' && name === getOwn(metadata, 'status'));
  if (status !== undefined) return { value: null, status, ...(typeof code === 'string' ? { code } : {}) };
  if (getOwn(metadata, 'skipped') === true)
    return { value: null, status: 'not_applicable', code: typeof code === 'string' ? code : 'no_label' };
  if (typeof value === 'string') return null;
  if (typeof value === 'boolean') return { value: value ? 1 : 0, status: 'ok' };
  if (value === null || !Number.isFinite(value)) return IMPORT_NAN;
  return getOwn(metadata, 'error') === undefined || value !== 0 ? { value, status: 'ok' } : IMPORT_NAN;
}

/** Fields of a source that may hold a document id, besides the ones a run record reads itself. */
const ID_FIELDS = ['document_id', 'source_key', 'object_key', 'doc_id', 'id'];
const RAW_KEY = /(?:^|\/)raw\/benchmarks\/[^/]+\/[^/]+\/([^/]+)\//;

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

/** The document id in a text: the id segment of a key `raw/benchmarks/<name>/<split>/<id>/…`, else the text. */
function idInText(text: string): string {
  const segment = RAW_KEY.exec(text)?.[1];
  return segment === undefined ? text : decodeSegment(segment);
}

function idIn(value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return idInText(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(idIn).find((id) => id !== undefined);
  return undefined;
}

/**
 * The document a result of a Heta report comes from: `document_id`, else the first of `document_ids`, else what `origin`
 * names, else `source_key` or `object_key`, of which a raw benchmark key gives the id inside. Undefined where none says.
 */
export function findDocumentId(source: TextRecord<unknown>, metadata: TextRecord<unknown>): string | undefined {
  const places = [source, metadata];
  const direct = places
    .map((place) => idIn(getOwn(place, 'document_id')) ?? idIn(getOwn(place, 'document_ids')))
    .find((id) => id !== undefined);
  if (direct !== undefined) return direct;
  for (const place of places) {
    const origin = getOwn(place, 'origin');
    const found = idIn(origin) ?? originId(origin);
    if (found !== undefined) return found;
  }
  return places
    .map((place) => idIn(getOwn(place, 'source_key')) ?? idIn(getOwn(place, 'object_key')))
    .find((id) => id !== undefined);
}

function originId(origin: unknown): string | undefined {
  if (origin === null || typeof origin !== 'object' || Array.isArray(origin)) return undefined;
  const fields = origin as Readonly<Record<string, unknown>>;
  return (
    idIn(getOwn(fields, 'document_ids')) ??
    ID_FIELDS.map((name) => idIn(getOwn(fields, name))).find((id) => id !== undefined)
  );
}
