import { mkdirSync, promises, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFileAppender } from './file-appender.ts';
import { missing, openFileParts, readChunks, readWhole, statFile } from './file-read.ts';
import { walkFiles } from './file-walk.ts';
import { createExclusively, replaceFile } from './file-write.ts';
import { parseKey, parsePrefix } from './key.ts';
import type { ObjectStore } from './object-store.ts';
import { explainFileError, systemCode } from './store-error.ts';

function moveFile(source: string, target: string): void {
  try {
    mkdirSync(dirname(target), { recursive: true });
    renameSync(source, target);
  } catch (error) {
    throw systemCode(error) === 'ENOENT' ? missing(source, error) : explainFileError(error, target, true);
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await promises.rm(path, { force: true });
  } catch (error) {
    if (systemCode(error) !== 'ENOTDIR') throw explainFileError(error, path);
  }
}

async function openForAppend(path: string): Promise<ReturnType<typeof createFileAppender>> {
  try {
    await promises.mkdir(dirname(path), { recursive: true });
    return createFileAppender(await promises.open(path, 'a'), path);
  } catch (error) {
    throw explainFileError(error, path);
  }
}

/**
 * A store in a folder (made on the first write). Objects are written to a temporary name beside their place and renamed, so
 * `kill -9` at any moment leaves the old file or the new one; left-over temporary files are never listed.
 */
export function createFileStore(folder: string): ObjectStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => join(root, parseKey(key));
  return {
    url: pathToFileURL(root).href,
    get: async (key) => readWhole(pathOf(key)),
    read: (key) => readChunks(pathOf(key)),
    openParts: (key) => openFileParts(pathOf(key)),
    put: async (key, body, options) => replaceFile(pathOf(key), body, options?.durable === true),
    putIfAbsent: async (key, body) => createExclusively(pathOf(key), body),
    append: async (key) => openForAppend(pathOf(key)),
    stat: async (key) => statFile(pathOf(key)),
    exists: async (key) => statFile(pathOf(key)) !== null,
    list: (prefix) => walkFiles(root, parsePrefix(prefix)),
    delete: async (key) => removeFile(pathOf(key)),
    rename: async (from, to) => moveFile(pathOf(from), pathOf(to)),
  };
}
