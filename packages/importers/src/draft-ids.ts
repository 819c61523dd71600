import { createHash } from 'node:crypto';
import { canonicalJson, ReportcardError } from '@reportcard/report-schema';
import type { SampleDraft } from './draft.ts';
import type { RepairLog } from './importer.ts';

const INITIAL_SLOTS = 1 << 12;

/**
 * A set of texts of which only 64 bits of a hash are kept, so that ids of millions of rows stay in little memory. Two
 * texts in one of 10^19 pairs count as equal.
 */
export class HashSet {
  #high = new Uint32Array(INITIAL_SLOTS);
  #low = new Uint32Array(INITIAL_SLOTS);
  #size = 0;

  /** True when the text was not there yet. */
  add(text: string): boolean {
    const digest = createHash('sha1').update(text).digest();
    const high = digest.readUInt32LE(0);
    const low = digest.readUInt32LE(4) | 1;
    if (this.#find(high, low >>> 0) >= 0) return false;
    if (this.#size * 2 >= this.#high.length) this.#grow();
    this.#insert(high, low >>> 0);
    return true;
  }

  has(text: string): boolean {
    const digest = createHash('sha1').update(text).digest();
    return this.#find(digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0) >= 0;
  }

  #find(high: number, low: number): number {
    const mask = this.#high.length - 1;
    for (let slot = (high ^ low) & mask; this.#low[slot] !== 0; slot = (slot + 1) & mask)
      if (this.#high[slot] === high && this.#low[slot] === low) return slot;
    return -1;
  }

  #insert(high: number, low: number): void {
    const mask = this.#high.length - 1;
    let slot = (high ^ low) & mask;
    while (this.#low[slot] !== 0) slot = (slot + 1) & mask;
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#size++;
  }

  #grow(): void {
    const [high, low] = [this.#high, this.#low];
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(low.length * 2);
    this.#size = 0;
    for (let slot = 0; slot < low.length; slot++) if (low[slot] !== 0) this.#insert(high[slot] ?? 0, low[slot] ?? 0);
  }
}

function caseHash(draft: SampleDraft): string {
  const { user_input, reference = null, reference_doc_ids = [] } = draft;
  return createHash('sha256').update(canonicalJson({ user_input, reference, reference_doc_ids })).digest('hex');
}

function keyOf(draft: SampleDraft, id: string): string {
  return `${id}\u0000${draft.query_mode ?? ''}\u0000${draft.unit_id ?? ''}\u0000${draft.pass ?? 0}`;
}

/** Settles the ids of a file in two readings: `note` every draft first, then ask for each id in the same order. */
export interface DraftIds {
  note(draft: SampleDraft): void;
  idOf(draft: SampleDraft): string;
}

/** Ids as the format has them: each must be there and stand once. Throws `data` errors. */
export function createStrictIds(file: string): DraftIds {
  const seen = new HashSet();
  const noted = new HashSet();
  const check = (draft: SampleDraft, known: HashSet): string => {
    const id = draft.query_id?.trim() ?? '';
    const problem =
      id === ''
        ? 'the sample has no id'
        : known.add(keyOf(draft, id))
          ? undefined
          : `the id ${JSON.stringify(id)} stands twice`;
    if (problem === undefined) return id;
    throw new ReportcardError({
      code: 'data',
      file,
      line: draft.line,
      message: problem,
      expected: 'each id once',
      hint: 'this format has ids of its own: mend the file',
    });
  };
  return { note: (draft) => void check(draft, noted), idOf: (draft) => check(draft, seen) };
}

/**
 * Ids for formats without ids of their own: a missing one is made of the question, its reference and its documents; one
 * that stands twice gets a part of that hash, and a number where the question is the same. The same question has the
 * same id in every file. All of it is told.
 */
export function createContentIds(repairs: RepairLog): DraftIds {
  const noted = new HashSet();
  const doubled = new HashSet();
  const copies = new Map<string, number>();
  const wish = (draft: SampleDraft): string => {
    const id = draft.query_id?.trim() ?? '';
    return id === '' ? `q_${caseHash(draft).slice(0, 12)}` : id;
  };
  return {
    note: (draft) => {
      const key = keyOf(draft, wish(draft));
      if (!noted.add(key)) doubled.add(key);
    },
    idOf: (draft) => {
      const missing = (draft.query_id?.trim() ?? '') === '';
      if (missing) repairs.add('missing_id', 'rows without an id got one made of their question');
      const id = wish(draft);
      if (!doubled.has(keyOf(draft, id))) return id;
      const distinct = missing ? id : `${id}-${caseHash(draft).slice(0, 8)}`;
      const key = keyOf(draft, distinct);
      const copy = (copies.get(key) ?? 0) + 1;
      copies.set(key, copy);
      repairs.add(
        'doubled_id',
        `ids that stand more than once were told apart by the content of their rows, such as ${JSON.stringify(id)}`,
      );
      return copy === 1 ? distinct : `${distinct}-${copy}`;
    },
  };
}
