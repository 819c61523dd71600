import type { ReviewEdit } from './review-index.ts';

/** A request of the page to write. */
export interface SaveRequest {
  readonly version: string | null;
  readonly edits: readonly ReviewEdit[];
}

const FIELDS: readonly string[] = ['score', 'reviewer', 'reason'];
const MOST_EDITS = 1000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parseEdit(value: unknown): ReviewEdit | null {
  if (!isObject(value)) return null;
  const { sampleId, field, metric, text } = value;
  if (typeof sampleId !== 'string' || typeof text !== 'string' || typeof field !== 'string') return null;
  if (!FIELDS.includes(field) || (metric !== undefined && typeof metric !== 'string')) return null;
  return { sampleId, field: field as ReviewEdit['field'], metric, text };
}

/** The version a request was made against; undefined where the body is none of ours. */
export function parseVersion(body: unknown): string | null | undefined {
  if (!isObject(body)) return undefined;
  const { version } = body;
  return version === null || typeof version === 'string' ? version : undefined;
}

/** The sample a request asks for; empty where the body names none. Ids travel in a body: they may hold any character. */
export function parseSampleId(body: unknown): string {
  return isObject(body) && typeof body['id'] === 'string' ? body['id'] : '';
}

/** Reads the body of a request to save; null where it is none of ours. */
export function parseSaveRequest(body: unknown): SaveRequest | null {
  const version = parseVersion(body);
  if (version === undefined || !isObject(body)) return null;
  const { edits } = body;
  if (!Array.isArray(edits) || edits.length > MOST_EDITS) return null;
  const parsed = edits.map(parseEdit);
  return parsed.includes(null) ? null : { version, edits: parsed as ReviewEdit[] };
}
