import { type Problem, ReportcardError } from '@reportcard/report-schema';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Renderer } from '../renderer.ts';

function formatPath(path: StandardSchemaV1.Issue['path']): string {
  return (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
}

function refuse(renderer: string, issues: readonly StandardSchemaV1.Issue[]): never {
  const problems = issues.map(
    (issue): Problem => ({
      path: [`renderers.${renderer}`, formatPath(issue.path)].filter((part) => part !== '').join('.'),
      message: issue.message,
    }),
  );
  throw ReportcardError.fromProblems('config', problems);
}

/**
 * Checks and completes the options of a renderer. Throws a `config` error that lists every problem; a renderer without a
 * schema takes no options at all.
 */
export async function parseRendererOptions<Options>(renderer: Renderer<Options>, given: unknown): Promise<Options> {
  if (renderer.options === undefined) {
    const names = given === undefined || given === null ? [] : Object.keys(given);
    if (names.length > 0)
      refuse(
        renderer.name,
        names.map((name) => ({ message: 'unknown option — this renderer takes none', path: [name] })),
      );
    return undefined as Options;
  }
  const result = await renderer.options['~standard'].validate(given);
  if (result.issues !== undefined) refuse(renderer.name, result.issues);
  return result.value;
}
