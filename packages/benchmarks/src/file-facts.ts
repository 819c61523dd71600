import { createHash } from 'node:crypto';
import type { SourceFile } from './source-file.ts';
import type { NeededFile } from './source-folder.ts';

/** What a benchmark's manifest keeps of a file it was read from. */
export interface FileFacts {
  readonly name: string;
  readonly sha256: string;
  /** Whether it is the published file; null where its checksum is not known. */
  readonly official: boolean | null;
}

/** Hashes a file and compares it with the published checksum. */
export async function inspectFile(file: SourceFile, needed: NeededFile): Promise<FileFacts> {
  const hash = createHash('sha256');
  for await (const chunk of file.open()) hash.update(chunk);
  const sha256 = hash.digest('hex');
  return { name: file.name, sha256, official: needed.sha256 === undefined ? null : needed.sha256 === sha256 };
}
