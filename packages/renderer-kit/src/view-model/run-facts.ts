import type { ScoresMeta } from '@reportcard/report-schema';
import { cleanLine } from '../escape/clean-text.ts';
import { formatCount } from '../format/count.ts';
import { formatInstant } from '../format/instant.ts';
import type { Messages } from '../messages/messages.ts';
import type { RenderInput } from '../render-input.ts';

/** One fact about a run; `value` is null where it was not collected. */
export interface RunFact {
  readonly id: 'dataset' | 'samples' | 'system' | 'judge' | 'recorded_at' | 'baseline' | 'commit';
  readonly label: string;
  readonly value: string | null;
}

/** Which run this is and what stands behind it. */
export interface RunView {
  readonly run_id: string;
  readonly dataset: string;
  readonly n_samples: number;
  /** Requests by how they ended, in the order of the scores, those that occurred. */
  readonly statuses: readonly { readonly status: string; readonly label: string; readonly n: number }[];
  readonly system: string | null;
  readonly judge: string | null;
  readonly embedder: string | null;
  readonly recorded_at: string | null;
  readonly baseline_run_id: string | null;
  readonly commit: string | null;
  readonly query_modes: readonly string[];
  readonly profile: string;
  readonly same_family: boolean | null;
  readonly scores_sha256: string;
  /** The facts as one row, in reading order. */
  readonly facts: readonly RunFact[];
}

type JsonObject = Readonly<Record<string, unknown>> | null;

function readText(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = object !== null && Object.hasOwn(object, name) ? object[name] : undefined;
    if (typeof value === 'string' && cleanLine(value) !== '') return cleanLine(value);
    if (typeof value === 'number') return String(value);
  }
  return null;
}

function joinNameAndVersion(name: string | null, version: string | null): string | null {
  if (name === null) return null;
  if (version === null) return name;
  return /^\d/.test(version) ? `${name} v${version}` : `${name} ${version}`;
}

function describeSystem(meta: ScoresMeta): string | null {
  const manifest = meta.recipe_manifest;
  return joinNameAndVersion(
    readText(manifest, ['name', 'recipe', 'recipe_name', 'id']),
    readText(manifest, ['version', 'recipe_version']),
  );
}

function describeJudge(meta: ScoresMeta): string | null {
  if (meta.judge === null) return null;
  const { model, id, repeats } = meta.judge;
  const name = cleanLine(model === '' ? id : model);
  return typeof repeats === 'number' && repeats > 1 ? `${name} × ${repeats}` : name;
}

function listStatuses(meta: ScoresMeta, messages: Messages): RunView['statuses'] {
  return Object.entries(meta.status)
    .filter(([, n]) => n > 0)
    .map(([status, n]) => ({
      status,
      label: messages.has(`final_status.${status}`) ? messages.text(`final_status.${status}`) : cleanLine(status),
      n,
    }));
}

function listFacts(view: Omit<RunView, 'facts'>, messages: Messages): readonly RunFact[] {
  const fact = (id: RunFact['id'], value: string | null): RunFact => ({
    id,
    label: messages.text(`fact.${id}`),
    value,
  });
  return [
    fact('dataset', view.dataset),
    fact('samples', formatCount(view.n_samples)),
    fact('system', view.system),
    fact('judge', view.judge ?? messages.text('fact.no_judge')),
    fact('recorded_at', view.recorded_at),
    fact('baseline', view.baseline_run_id),
    fact('commit', view.commit),
  ];
}

/** Gathers the facts of a run from its scores. */
export function createRunView(input: RenderInput, messages: Messages): RunView {
  const { meta } = input.scores;
  const view: Omit<RunView, 'facts'> = {
    run_id: cleanLine(meta.run_id),
    dataset:
      joinNameAndVersion(cleanLine(meta.dataset.name), meta.dataset.version && cleanLine(meta.dataset.version)) ?? '',
    n_samples: meta.dataset.n_samples,
    statuses: listStatuses(meta, messages),
    system: describeSystem(meta),
    judge: describeJudge(meta),
    embedder: meta.embedder === null ? null : cleanLine(meta.embedder.model),
    recorded_at: meta.recorded_at === null ? null : formatInstant(cleanLine(meta.recorded_at)),
    baseline_run_id: input.comparison?.run_a ?? input.gate?.baseline_run_id ?? null,
    commit: readText(meta.recipe_manifest, ['git_commit', 'commit', 'revision'])?.slice(0, 7) ?? null,
    query_modes: meta.query_modes.map(cleanLine),
    profile: cleanLine(meta.profile),
    same_family: meta.same_family,
    scores_sha256: input.scores_sha256,
  };
  return { ...view, facts: listFacts(view, messages) };
}
