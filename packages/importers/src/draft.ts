import {
  createRecord,
  type FinalStatus,
  type NotRecorded,
  type ScoreState,
  type TextRecord,
} from '@reportcard/report-schema';
import type { RepairLog } from './importer.ts';
import { hasUnevenTags, normalizeTags } from './values/slice-key.ts';

/** A sample as an importer reads it, before ids are settled and slice keys normalised. Undefined: the source cannot tell. */
export interface SampleDraft {
  /** Line or row it stands on, for messages. */
  readonly line: number;
  query_id: string | null;
  query_mode?: string | undefined;
  unit_id?: string | undefined;
  pass?: number | undefined;
  user_input: string;
  /** Undefined where the source has no answers; null where no answer was made. */
  answer?: string | null | undefined;
  contexts?: readonly (string | null)[] | undefined;
  context_ids?: readonly (string | null)[] | undefined;
  context_scores?: readonly (number | null)[] | undefined;
  reference?: string | null | undefined;
  reference_answers?: readonly string[] | undefined;
  reference_contexts?: readonly string[] | undefined;
  reference_doc_ids?: readonly string[] | undefined;
  intent_l1?: string | null | undefined;
  intent_l2?: string | null | undefined;
  predicted_intent?: string | null | undefined;
  difficulty?: string | null | undefined;
  requires_rag?: boolean | null | undefined;
  should_refuse?: boolean | null | undefined;
  labels: TextRecord<string | number | boolean | null>;
  /** Slice keys that were normalised already, by name, as they were. */
  original_slice_keys?: TextRecord<string> | undefined;
  first_token_ms?: number | null | undefined;
  latency_ms?: number | null | undefined;
  final_status?: FinalStatus | undefined;
  /** What the source says it has no data for; left out, it is what is undefined here. */
  not_recorded?: readonly NotRecorded[] | undefined;
  /** Why the request failed; the record then counts as failed. */
  error?: string | undefined;
  started_at?: string | null | undefined;
  usage?:
    | { prompt_tokens?: number | null; completion_tokens?: number | null; total_tokens?: number | null }
    | undefined;
  metadata: TextRecord<unknown>;
  /** Scores by metric id. */
  scores: TextRecord<DraftScore>;
  /** Cells of columns that become metrics when all of the file's cells are numbers, and metadata otherwise. */
  candidates: TextRecord<unknown>;
}

/** A score with what its source says of the metric. */
export interface DraftScore {
  readonly state: ScoreState;
  /** The metric's name as the source writes it. */
  readonly label?: string | undefined;
  /** True where the source says that less is better. */
  readonly lower?: boolean | undefined;
}

/** An empty draft. */
export function createDraft(line: number, init: { query_id: string | null; user_input: string }): SampleDraft {
  return {
    line,
    ...init,
    labels: createRecord(),
    metadata: createRecord(),
    scores: createRecord(),
    candidates: createRecord(),
  };
}

/** Gives a draft a score; a second one under the same id gets a number, so that none is lost, and that is told. */
export function putScore(draft: SampleDraft, id: string, score: DraftScore, repairs: RepairLog): void {
  let free = id;
  for (let copy = 2; free in draft.scores; copy++) free = `${id}_${copy}`;
  if (free !== id) repairs.add('doubled_metric', `a sample has several scores of one name: ${JSON.stringify(id)}`);
  draft.scores[free] = score;
}

/** Gives a draft its tags as one label. Where a tag had stray blanks or look-alike characters, the cell is kept as it was. */
export function putTags(draft: SampleDraft, value: unknown): void {
  const tags = normalizeTags(value);
  if (tags !== '') draft.labels['tags'] = tags;
  if (!hasUnevenTags(value)) return;
  const original = typeof value === 'string' ? value : JSON.stringify(value);
  draft.original_slice_keys = createRecord([
    ...Object.entries(draft.original_slice_keys ?? {}),
    ['labels.tags', original],
  ]);
}
