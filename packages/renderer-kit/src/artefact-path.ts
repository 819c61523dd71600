import { ReportcardError } from '@reportcard/report-schema';

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;
const UNSAFE = /[\\:*?"<>|\u0000-\u001f\u007f]/;
const LONGEST_PART = 120;

function findFault(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (path.startsWith('/')) return 'it is absolute';
  if (UNSAFE.test(path)) return 'it holds a character that file systems refuse';
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'it has an empty, "." or ".." part';
    if (RESERVED.test(part)) return `"${part}" is a device name on Windows`;
    if (part.endsWith('.') || part.endsWith(' ')) return 'a part ends in a dot or a space';
    if (Buffer.byteLength(part) > LONGEST_PART) return `a part is longer than ${LONGEST_PART} bytes`;
  }
  return undefined;
}

/**
 * Gives back a safe artefact path. Throws a `path` error for one that is absolute, climbs, is reserved for the scores
 * (a name beginning with `_`) or cannot be stored on every system.
 */
export function parseArtefactPath(path: string): string {
  const fault = findFault(path) ?? (path.startsWith('_') ? 'names beginning with "_" belong to the scores' : undefined);
  if (fault === undefined) return path;
  throw new ReportcardError({
    code: 'path',
    message: `the artefact path ${JSON.stringify(path)} cannot be used: ${fault}`,
    path,
    expected: 'a relative path such as "report.md"',
    hint: 'correct the path in the renderer',
  });
}

/** Checks the paths of all artefacts of one call, without regard to case; throws a `path` error for a bad or double one. */
export function checkArtefactPaths(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    const folded = parseArtefactPath(path).toLowerCase();
    if (seen.has(folded)) {
      throw new ReportcardError({
        code: 'path',
        message: `two artefacts have the path ${JSON.stringify(path)}`,
        path,
        expected: 'one path an artefact',
      });
    }
    seen.add(folded);
  }
}
