import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Messages } from './messages/messages.ts';
import type { RenderInput } from './render-input.ts';

/** Content of an artefact; iterables are written as they come, so that no single string has to hold a large file. */
export type ArtefactBody = string | Uint8Array | Iterable<string> | AsyncIterable<string>;

/** One file that a renderer makes. */
export interface Artefact {
  /** Safe relative path below `reports/<run_id>/`, `/` between its parts. Unique among the artefacts of one call. */
  readonly path: string;
  /** Such as `text/markdown; charset=utf-8`. */
  readonly media_type: string;
  readonly body: ArtefactBody;
  /** Name of a copy in `reports/` that always holds the newest run's file, such as `latest_slides.html`. */
  readonly latest?: string | undefined;
}

/** What a renderer may know besides its input. */
export interface RenderContext {
  /** The time that may be printed; a renderer never looks at a clock. */
  readonly now: Date;
  readonly locale: 'zh-CN' | 'en' | (string & {});
  readonly messages: Messages;
  /** Says something to the person at the terminal; the renderer itself never prints. */
  log(message: string): void;
}

/**
 * Makes artefacts out of scores. Pure: no disk, network, stdout, clock or randomness; equal input gives equal bytes; the
 * input is frozen. A bare `_scores.json` must be enough.
 */
export interface Renderer<Options = undefined> {
  /** kebab-case. */
  readonly name: string;
  readonly apiVersion: 1;
  /** One sentence for `--help`. */
  readonly description: string;
  /** Checks and completes options; left out by a renderer that takes none. */
  readonly options?: StandardSchemaV1<unknown, Options> | undefined;
  render(
    input: RenderInput,
    options: Options,
    context: RenderContext,
  ): Iterable<Artefact> | Promise<Iterable<Artefact>>;
}
