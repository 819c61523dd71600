import type { ReviewEdit, ReviewSample } from '../../src/review-index.ts';

/** An edit with the text its cell had before, to tell whether the file has changed under it. */
export interface PendingEdit extends ReviewEdit {
  readonly base: string;
}

/** Something the reviewer did that is not on disk yet: edits that belong together, or undo. */
export type Action = { readonly kind: 'edits'; readonly edits: readonly PendingEdit[] } | { readonly kind: 'undo' };

/** An entry of the reviewer's for a cell that another program has filled since. */
export interface Clash {
  readonly mine: PendingEdit;
  readonly theirs: string;
}

/** The text of the cell an edit is for, as the sheet has it. */
export function storedText(sample: ReviewSample, edit: Pick<ReviewEdit, 'field' | 'metric'>): string {
  if (edit.field === 'reviewer') return sample.reviewer;
  if (edit.field === 'reason') return sample.reason;
  return sample.cells[edit.metric ?? '']?.manual ?? '';
}

/** The text a reviewer sees in a cell: the last one typed, else that of the sheet. */
export function shownText(
  sample: ReviewSample,
  edit: Pick<ReviewEdit, 'field' | 'metric'>,
  queue: readonly Action[],
): string {
  let text = storedText(sample, edit);
  for (const action of queue) {
    if (action.kind === 'undo') continue;
    for (const one of action.edits) {
      if (one.sampleId === sample.id && one.field === edit.field && one.metric === edit.metric) text = one.text;
    }
  }
  return text;
}

/** How many cells wait to be written. */
export function countPending(queue: readonly Action[], clashes: readonly Clash[]): number {
  const keys = queue.flatMap((action) =>
    action.kind === 'undo'
      ? []
      : action.edits.map(({ sampleId, field, metric }) => JSON.stringify([sampleId, field, metric])),
  );
  return new Set(keys).size + clashes.length;
}

/**
 * Looks at waiting edits again after the file was read anew. An edit whose cell is as it was waits on; one whose cell
 * holds what was typed is done; one whose cell holds something else is a clash. Undo of a change made before is dropped.
 */
export function reconcile(
  queue: readonly Action[],
  samples: ReadonlyMap<string, ReviewSample>,
): { readonly queue: readonly Action[]; readonly clashes: readonly Clash[] } {
  const clashes: Clash[] = [];
  const own = new Map<string, string>();
  const kept = queue.flatMap((action): Action[] => {
    if (action.kind === 'undo') return [];
    const edits = action.edits.filter((edit) => {
      const sample = samples.get(edit.sampleId);
      if (sample === undefined) return false;
      const key = JSON.stringify([edit.sampleId, edit.field, edit.metric]);
      const now = own.get(key) ?? storedText(sample, edit);
      const follows = own.has(key) || now === edit.base;
      if (follows) own.set(key, edit.text);
      else if (now !== edit.text) clashes.push({ mine: edit, theirs: now });
      return follows;
    });
    return edits.length === 0 ? [] : [{ kind: 'edits', edits }];
  });
  return { queue: kept, clashes };
}
