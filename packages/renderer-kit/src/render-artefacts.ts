import { ReportcardError } from '@reportcard/report-schema';
import { checkArtefactPaths, parseArtefactPath } from './artefact-path.ts';
import { parseRendererOptions } from './options/parse-options.ts';
import type { RenderInput } from './render-input.ts';
import type { Artefact, ArtefactBody, RenderContext, Renderer } from './renderer.ts';

/**
 * Runs one renderer: checks its API version and options, renders, checks the artefacts' paths. Throws a `config` error for
 * wrong options or a renderer of another API version, a `path` error for an unsafe path; errors of the renderer pass.
 */
export async function renderArtefacts<Options>(
  renderer: Renderer<Options>,
  input: RenderInput,
  options: unknown,
  context: RenderContext,
): Promise<readonly Artefact[]> {
  if (renderer.apiVersion !== 1) {
    throw new ReportcardError({
      code: 'config',
      message: `the renderer ${JSON.stringify(renderer.name)} is made for another version of the renderer contract`,
      expected: 'apiVersion 1',
      got: String(renderer.apiVersion),
      hint: 'upgrade @reportcard/renderer-kit or the renderer',
    });
  }
  const parsed = await parseRendererOptions(renderer, options);
  const artefacts = [...(await renderer.render(input, parsed, context))];
  checkArtefactPaths(artefacts.map((artefact) => artefact.path));
  for (const { latest } of artefacts) if (latest !== undefined) parseArtefactPath(latest);
  return artefacts;
}

/** The whole content of an artefact as bytes, for tests and small files. */
export async function readArtefact(body: ArtefactBody): Promise<Uint8Array> {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return body;
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(Buffer.from(part, 'utf8'));
  return Buffer.concat(parts);
}
