import type { ReviewEdit, ReviewIndex, SampleMaterial, SaveReply } from '../src/review-index.ts';

/** The server as the page sees it. Rejects with {@link ServerFault} where it answers with a fault, with another error where it does not answer. */
export interface ReviewApi {
  open(): Promise<ReviewIndex>;
  reload(): Promise<ReviewIndex>;
  version(): Promise<string | null>;
  material(sampleId: string): Promise<SampleMaterial>;
  save(edits: readonly ReviewEdit[], version: string | null): Promise<SaveReply>;
  undo(version: string | null): Promise<SaveReply>;
}

/** The server answered, and could not do it. */
export class ServerFault extends Error {}

/** Statuses that carry an answer of ours. */
const REPLIES: readonly number[] = [200, 409, 422];

/** Talks to the server of this page. The token goes into a header and nowhere else. */
export function createApi(token: string, fetcher: typeof fetch = fetch.bind(globalThis)): ReviewApi {
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetcher(`/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-reportcard-token': token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
    });
    if (REPLIES.includes(response.status)) return (await response.json()) as T;
    const text = await response.text();
    throw new ServerFault(readMessage(text));
  };
  return {
    open: () => ask('review'),
    reload: () => ask('reload', {}),
    version: async () => (await ask<{ version: string | null }>('version')).version,
    material: (sampleId) => ask('sample', { id: sampleId }),
    save: (edits, version) => ask('save', { version, edits }),
    undo: (version) => ask('undo', { version }),
  };
}

function readMessage(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : undefined;
    return typeof message === 'string' ? message : text;
  } catch {
    return text.trim();
  }
}
