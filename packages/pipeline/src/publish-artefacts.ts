import type { ObjectStore } from '@reportcard/object-store';
import {
  type Artefact,
  type RenderContext,
  type Renderer,
  type RenderInput,
  renderArtefacts,
} from '@reportcard/renderer-kit';
import { ReportcardError } from '@reportcard/report-schema';

/** A renderer with the options it was configured with. */
export interface ConfiguredRenderer {
  readonly renderer: Renderer<never> | Renderer<unknown> | Renderer;
  readonly options?: unknown;
  /** True for a renderer of ours, which is tested never to change its input; the others get it frozen. */
  readonly own?: boolean | undefined;
  /** Files it wrote before, to be marked stale when it fails now. */
  readonly files?: readonly string[] | undefined;
}

/** What became of one renderer: the files it wrote, or why it wrote none. */
export interface RenderOutcome {
  readonly renderer: string;
  readonly files: readonly string[];
  /** Undefined when it succeeded. */
  readonly error: unknown;
}

/** Where artefacts go: their folder, and the folder for copies of the newest ones (null: no copies). */
export interface PublishPlace {
  readonly folder: string;
  readonly latestFolder: string | null;
}

interface Staged {
  readonly from: string;
  readonly to: string;
  readonly latest: string | undefined;
}

async function stageArtefacts(
  store: ObjectStore,
  place: PublishPlace,
  name: string,
  artefacts: readonly Artefact[],
): Promise<Staged[]> {
  const staged: Staged[] = [];
  try {
    for (const artefact of artefacts) {
      if (artefact.path.startsWith('_')) {
        throw new ReportcardError({
          code: 'usage',
          message: `the renderer ${name} returned ${artefact.path}`,
          expected: 'a path that does not begin with _',
        });
      }
      const to = `${place.folder}${artefact.path}`;
      staged.push({ from: `${to}.new`, to, latest: artefact.latest });
      await store.put(`${to}.new`, artefact.body);
    }
  } catch (error) {
    for (const { from } of staged) await store.delete(from);
    throw error;
  }
  return staged;
}

/** All artefacts of a renderer are written under other names before the first is published. */
async function publish(store: ObjectStore, place: PublishPlace, staged: readonly Staged[]): Promise<string[]> {
  const files: string[] = [];
  for (const { from, to, latest } of staged) {
    await store.rename(from, to);
    files.push(to);
    if (latest === undefined || place.latestFolder === null) continue;
    const copy = `${place.latestFolder}${latest}`;
    await store.put(copy, store.read(to));
    files.push(copy);
  }
  return files;
}

/**
 * Runs one renderer and publishes what it made. Its fault becomes the outcome's `error`, so that other renderers still
 * write; the files of its last success are renamed `*.stale`.
 */
export async function renderAndPublish(
  store: ObjectStore,
  place: PublishPlace,
  configured: ConfiguredRenderer,
  input: RenderInput,
  context: RenderContext,
): Promise<RenderOutcome> {
  const renderer = configured.renderer as Renderer<unknown>;
  try {
    const artefacts = await renderArtefacts(renderer, input, configured.options, context);
    const files = await publish(store, place, await stageArtefacts(store, place, renderer.name, artefacts));
    return { renderer: renderer.name, files, error: undefined };
  } catch (error) {
    for (const file of configured.files ?? []) {
      const key = `${place.folder}${file}`;
      if (await store.exists(key)) await store.rename(key, `${key}.stale`);
    }
    return { renderer: renderer.name, files: [], error };
  }
}
