import { createRecord, type TextRecord } from '@reportcard/report-schema';

/** What the answers behind one score say of the model that gave them. */
export interface AnswerNotes {
  readonly note: (answer: {
    readonly served_model?: string | undefined;
    readonly fingerprint?: string | undefined;
    readonly format: string;
  }) => void;
  readonly noteDim: (dim: number) => void;
  /** For the details of the evidence: `judge` and, where one was used, `embedder`. */
  readonly details: (embedder: { readonly id: string; readonly model: string } | null) => TextRecord<unknown>;
}

/** Notes of one score, empty. */
export function createAnswerNotes(): AnswerNotes {
  const served = new Set<string>();
  const fingerprints = new Set<string>();
  const formats = new Set<string>();
  let dim: number | undefined;
  return {
    note: ({ served_model, fingerprint, format }) => {
      if (served_model !== undefined) served.add(served_model);
      if (fingerprint !== undefined) fingerprints.add(fingerprint);
      formats.add(format);
    },
    noteDim: (length) => {
      dim = length;
    },
    details: (embedder) => {
      const judge = {
        served_models: [...served].sort(),
        fingerprints: [...fingerprints].sort(),
        formats: [...formats].sort(),
      };
      const entries: [string, unknown][] = formats.size === 0 ? [] : [['judge', judge]];
      if (embedder !== null && dim !== undefined) entries.push(['embedder', { ...embedder, dim }]);
      return createRecord(entries);
    },
  };
}
