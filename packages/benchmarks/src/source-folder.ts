import { findForeignContent, ReportcardError } from '@reportcard/report-schema';
import type { SourceFile } from './source-file.ts';

/**
 * A folder of a benchmark's files. Whoever opens a benchmark gives it: this package opens nothing itself. Names are
 * relative and `/`-separated.
 */
export interface SourceFolder {
  /** For messages. */
  readonly name: string;
  /** The file under a name; undefined where there is none. */
  file(name: string): SourceFile | undefined;
  /** Names of all files below a folder, in any order; empty where there is none. */
  list(folder: string): readonly string[] | Promise<readonly string[]>;
}

/** A file a benchmark needs, and where its owner publishes it. */
export interface NeededFile {
  /** Names under which it may stand, the official one first. */
  readonly names: readonly string[];
  /** Where to get it. */
  readonly from: string;
  /** Address of the file itself, where it can be fetched as it is. Only a caller that was asked to uses it. */
  readonly url?: string | undefined;
  /** SHA-256 of the official file, where it is known. */
  readonly sha256?: string | undefined;
}

const HEAD_BYTES = 4096;

async function readHead(file: SourceFile): Promise<string> {
  for await (const chunk of file.open()) return Buffer.from(chunk.subarray(0, HEAD_BYTES)).toString('utf8');
  return '';
}

/** The first of a needed file's names that is there. Throws a `data` error that says where to get it when none is, or when it is a git-lfs pointer, empty or binary. */
export async function requireFile(folder: SourceFolder, needed: NeededFile): Promise<SourceFile> {
  const file = needed.names.map((name) => folder.file(name)).find((found) => found !== undefined);
  if (file === undefined) {
    throw new ReportcardError({
      code: 'data',
      file: folder.name,
      message: `the folder lacks ${needed.names[0]}`,
      expected: needed.names.join(' or '),
      hint: `get it from ${needed.from}${needed.url === undefined ? '' : ', or let reportcard run --download fetch it'}`,
    });
  }
  const foreign = findForeignContent(await readHead(file), { file: file.name });
  if (foreign !== undefined)
    throw new ReportcardError({
      ...foreign,
      code: 'data',
      hint: `${foreign.hint ?? ''}${foreign.hint === undefined ? '' : ', or '}get it from ${needed.from}`,
    });
  return file;
}
