import type { Repeats } from '@reportcard/report-schema';
import type { ModelIdentity } from '../model/chat-model.ts';

/** What the reports, the fingerprints and the family check need to know of a judge and its embedder. */
export interface JudgeFacts {
  readonly id: string;
  readonly model: string;
  readonly identity: ModelIdentity;
  readonly params: Readonly<Record<string, unknown>>;
  readonly repeats: Repeats;
  readonly embedder: { readonly id: string; readonly model: string; readonly identity: ModelIdentity } | null;
  /** Model of the system under test; null when not known. */
  readonly sutModel: string | null;
}
