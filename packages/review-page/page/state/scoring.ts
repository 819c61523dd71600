import { type Clash, type PendingEdit, shownText } from './pending.ts';
import { readEntry } from './read-entry.ts';
import { activeMetric, currentSample } from './review-state.ts';
import type { Saver, StateCell } from './saver.ts';
import type { Texts } from './texts.ts';

/** What a reviewer can write. */
export interface Scoring {
  /** Opens the field for an exact score. */
  edit(metric: number, draft?: string): void;
  /** Stores a typed score; false, with the reason in the state, where it is none. The keyboard goes back to the cell unless it `stays` away. */
  enter(metric: number, typed: string, stays?: boolean): boolean;
  /** Stores a score in its stored form, or clears it. */
  score(metric: number, text: string, stays?: boolean): void;
  /** Stores the automatic score of the active metric as the human one. */
  accept(): void;
  setReason(sampleId: string, text: string): void;
  /** Takes the reviewer's name, also for the scores given before it was known. */
  setReviewer(name: string): void;
  settleClash(clash: Clash, keepMine: boolean): void;
}

export interface ScoringTools {
  readonly cell: StateCell;
  readonly saver: Saver;
  readonly texts: () => Texts;
  readonly say: (text: string) => void;
}

/** Gives an edit the text its cell shows now; null where that is the same. */
function createEdit(cell: StateCell, edit: Omit<PendingEdit, 'base'>): PendingEdit | null {
  const { samples, queue } = cell.get();
  const sample = samples.get(edit.sampleId);
  const base = sample === undefined ? edit.text : shownText(sample, edit, queue);
  return base === edit.text ? null : { ...edit, base };
}

function createScore({ cell, texts, say }: ScoringTools, add: (edits: readonly (PendingEdit | null)[]) => void) {
  return (position: number, text: string, stays = false): string | null => {
    const state = cell.get();
    const [sample, metric] = [currentSample(state), state.index?.metrics[position]];
    if (sample === undefined || metric === undefined || sample.cells[metric.id]?.applicable !== true) return null;
    const focus = state.focus + (stays ? 0 : 1);
    cell.set((now) => ({ ...now, metric: position, draft: null, entryError: null, focus }));
    const edit = createEdit(cell, { sampleId: sample.id, field: 'score', metric: metric.id, text });
    if (edit === null) return sample.id;
    const signs = text !== '' && state.reviewer !== '';
    add([edit, signs ? createEdit(cell, { sampleId: sample.id, field: 'reviewer', text: state.reviewer }) : null]);
    say(texts()('cell.set', { metric: metric.label, value: text === '' ? texts()('cell.empty') : text }));
    return sample.id;
  };
}

export function createScoring(tools: ScoringTools): Scoring {
  const { cell, saver, texts } = tools;
  /** Samples scored in this session, for a name that is typed later. */
  const touched = new Set<string>();
  const add = (edits: readonly (PendingEdit | null)[]): void => {
    const changed = edits.filter((edit) => edit !== null);
    if (changed.length > 0) saver.add({ kind: 'edits', edits: changed });
  };
  const write = createScore(tools, add);
  const score: Scoring['score'] = (position, text, stays) => {
    const sampleId = write(position, text, stays);
    if (sampleId !== null) touched.add(sampleId);
  };
  return {
    score,
    edit: (position, draft) =>
      cell.set((now) => {
        const [sample, metric] = [currentSample(now), now.index?.metrics[position]];
        if (sample === undefined || metric === undefined || sample.cells[metric.id]?.applicable !== true) return now;
        const text = draft ?? shownText(sample, { field: 'score', metric: metric.id }, now.queue);
        return { ...now, metric: position, draft: text, entryError: null };
      }),
    enter: (position, typed, stays) => {
      const unit = cell.get().index?.metrics[position]?.unit ?? 'ratio';
      const entry = readEntry(typed, unit, texts());
      if ('error' in entry) cell.set((now) => ({ ...now, entryError: entry.error }));
      else score(position, entry.text, stays);
      return 'text' in entry;
    },
    accept: () => {
      const state = cell.get();
      const auto = currentSample(state)?.cells[activeMetric(state)?.id ?? '']?.auto ?? null;
      if (auto !== null) score(state.metric, String(auto));
    },
    setReason: (sampleId, text) => add([createEdit(cell, { sampleId, field: 'reason', text: text.trim() })]),
    setReviewer: (name) => {
      const reviewer = name.trim();
      cell.set((now) => ({ ...now, reviewer }));
      if (reviewer === '') return;
      const { samples, queue } = cell.get();
      const isNameless = (id: string): boolean => {
        const sample = samples.get(id);
        return sample !== undefined && shownText(sample, { field: 'reviewer' }, queue) === '';
      };
      const nameless = [...touched].filter(isNameless);
      add(nameless.map((sampleId) => createEdit(cell, { sampleId, field: 'reviewer', text: reviewer })));
    },
    settleClash: (clash, keepMine) => {
      cell.set((now) => ({ ...now, clashes: now.clashes.filter((other) => other !== clash) }));
      const { sampleId, field, metric, text } = clash.mine;
      if (keepMine) add([createEdit(cell, { sampleId, field, metric, text })]);
    },
  };
}
