import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  promises,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';

import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ReportcardError } from '@reportcard/report-schema';
import { createFileAppender } from './file-appender.ts';
import { walkFiles } from './file-walk.ts';
import { createExclusively, replaceFile } from './file-write.ts';
import { parseKey, parsePrefix } from './key.ts';
import type { ObjectStat, ObjectStore, PartReader } from './object-store.ts';
import { explainFileError, systemCode } from './store-error.ts';

/** The first chunk is smaller, for readers that need no more than the beginning. */
const FIRST_CHUNK_BYTES = 524_288;
const CHUNK_BYTES = 1_048_576;

function isAbsent(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function missing(path: string, cause?: unknown): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file: path,
    message: 'there is no such file',
    hint: 'check its name and folder',
    cause,
  });
}

/** Chunks are read at once: from a local disk that takes less time than another thread takes to be asked. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const first = Math.min(fstatSync(file).size, FIRST_CHUNK_BYTES);
    for (let size = first; size > 0; size = CHUNK_BYTES) {
      const buffer = Buffer.allocUnsafeSlow(size);
      const length = readSync(file, buffer);
      if (length === 0) return;
      yield buffer.subarray(0, length);
      if (length < size) return;
    }
  } catch (error) {
    throw isAbsent(error) ? missing(path, error) : explainFileError(error, path);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function openFileParts(path: string): PartReader | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw explainFileError(error, path);
  }
  return {
    read(start, length) {
      const buffer = Buffer.allocUnsafeSlow(length);
      try {
        return buffer.subarray(0, readSync(file, buffer, 0, length, start));
      } catch (error) {
        throw explainFileError(error, path);
      }
    },
    close: () => closeSync(file),
  };
}

/** At once: asking takes less time than handing the question to another thread. */
function statFile(path: string): ObjectStat | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? { size: found.size, modified: found.mtime } : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw explainFileError(error, path);
  }
}

function readWhole(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw explainFileError(error, path);
  }
}

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
