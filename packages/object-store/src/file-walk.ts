import type { Dirent } from 'node:fs';
import { promises } from 'node:fs';
import { join } from 'node:path';
import { compareKeys, findUnsafeSegment, folderOf } from './key.ts';
import { explainFileError, systemCode } from './store-error.ts';

interface Entry {
  /** Name, with a closing `/` for a folder, so that entries sort as their keys do. */
  readonly name: string;
  readonly folder: boolean;
}

async function readFolder(path: string): Promise<Dirent[]> {
  try {
    return await promises.readdir(path, { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw explainFileError(error, path);
  }
}

async function toEntry(item: Dirent, path: string, ancestors: readonly string[]): Promise<Entry | undefined> {
  if (findUnsafeSegment(item.name) !== undefined) return undefined;
  if (item.isFile()) return { name: item.name, folder: false };
  if (item.isDirectory()) return { name: `${item.name}/`, folder: true };
  if (!item.isSymbolicLink()) return undefined;
  const target = await promises.stat(path).catch(() => undefined);
  if (target?.isFile() === true) return { name: item.name, folder: false };
  if (target?.isDirectory() !== true || ancestors.includes(await promises.realpath(path))) return undefined;
  return { name: `${item.name}/`, folder: true };
}

async function* walk(
  root: string,
  folder: string,
  prefix: string,
  ancestors: readonly string[],
): AsyncGenerator<string> {
  const path = join(root, folder);
  const items = await readFolder(path);
  if (items.length === 0) return;
  const inside = [...ancestors, await promises.realpath(path)];
  const entries: Entry[] = [];
  for (const item of items) {
    const entry = await toEntry(item, join(path, item.name), inside);
    if (entry !== undefined) entries.push(entry);
  }
  entries.sort((a, b) => compareKeys(a.name, b.name));
  for (const entry of entries) {
    const key = `${folder}${entry.name}`;
    if (entry.folder && (key.startsWith(prefix) || prefix.startsWith(key))) yield* walk(root, key, prefix, inside);
    else if (!entry.folder && key.startsWith(prefix)) yield key;
  }
}

/** Keys of the files under `root` that begin with `prefix`, in key order. Names no key can hold are passed over. */
export function walkFiles(root: string, prefix: string): AsyncGenerator<string> {
  return walk(root, folderOf(prefix), prefix, []);
}
