import type { FinalStatus } from '@reportcard/report-schema';

const WORDS: Readonly<Record<FinalStatus, readonly string[]>> = {
  success: [
    'success',
    'succeeded',
    'finish',
    'finished',
    'done',
    'complete',
    'completed',
    'ok',
    'stop',
    'length',
    'end',
  ],
  refused: ['refused', 'refuse', 'reject', 'rejected', 'blocked', 'content_filter'],
  error: ['error', 'fail', 'failed', 'failure'],
  timeout: ['timeout', 'timed_out'],
  cancelled: ['cancelled', 'canceled', 'cancel', 'aborted', 'interrupted'],
};

const KNOWN: ReadonlyMap<string, FinalStatus> = new Map(
  Object.entries(WORDS).flatMap(([status, words]) => words.map((word) => [word, status as FinalStatus] as const)),
);

/** Our status for a system's word: the configuration's own words first, then the usual ones in any case; undefined for others. */
export function findStatus(word: string, own: ReadonlyMap<string, FinalStatus>): FinalStatus | undefined {
  return own.get(word) ?? KNOWN.get(word.toLowerCase());
}
