import { closeSync, mkdirSync, openSync, promises, renameSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isReady, type ReadyBody, readBody, readReadyBody } from './object-body.ts';
import type { ObjectBody } from './object-store.ts';
import { explainFileError, systemCode } from './store-error.ts';

function temporaryName(path: string): string {
  return join(dirname(path), `.rc-${crypto.randomUUID()}.tmp`);
}

/** Writes all of `bytes`, also when the system takes only a part at a time. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done);
    done += bytesWritten;
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await promises.open(path, 'wx');
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    await promises.mkdir(dirname(path), { recursive: true });
    return promises.open(path, 'wx');
  }
}

async function writeTemporary(temporary: string, body: ObjectBody, durable: boolean): Promise<void> {
  const handle = await openNew(temporary);
  try {
    for await (const chunk of readBody(body)) await writeAll(handle, chunk);
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
}

function openNewAtOnce(path: string): number {
  try {
    return openSync(path, 'wx');
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, 'wx');
  }
}

/** Another thread would take longer to be asked than these bytes take to be written; they were made here as well. */
function writeTemporaryAtOnce(temporary: string, body: ReadyBody): void {
  const file = openNewAtOnce(temporary);
  try {
    for (const chunk of readReadyBody(body))
      for (let done = 0; done < chunk.byteLength; ) done += writeSync(file, chunk, done);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes `body` to a temporary file in the same folder and renames it over `path`. A body that throws, a full disk or a
 * kill leaves the old file as it was; errors of the body itself pass through unchanged.
 */
export async function replaceFile(path: string, body: ObjectBody, durable: boolean): Promise<void> {
  const temporary = temporaryName(path);
  try {
    if (!durable && isReady(body)) writeTemporaryAtOnce(temporary, body);
    else await writeTemporary(temporary, body, durable);
  } catch (error) {
    await promises.rm(temporary, { force: true }).catch(() => undefined);
    throw systemCode(error) === undefined ? error : explainFileError(error, path);
  }
  try {
    renameSync(temporary, path);
  } catch (error) {
    await promises.rm(temporary, { force: true }).catch(() => undefined);
    throw explainFileError(error, path, true);
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

async function linkOrCreate(temporary: string, path: string, body: string | Uint8Array): Promise<void> {
  try {
    await promises.link(temporary, path);
  } catch (error) {
    if (!NO_LINKS.has(systemCode(error) ?? '')) throw error;
    const handle = await promises.open(path, 'wx');
    try {
      for await (const chunk of readBody(body)) await writeAll(handle, chunk);
    } finally {
      await handle.close();
    }
  }
}

/**
 * Creates `path` with its whole content, or returns false when it exists already. The content is there from the first
 * moment (a hard link to a finished file); a file system without hard links gets an exclusive open instead.
 */
export async function createExclusively(path: string, body: string | Uint8Array): Promise<boolean> {
  const temporary = temporaryName(path);
  try {
    await writeTemporary(temporary, body, false);
    await linkOrCreate(temporary, path, body);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw explainFileError(error, path);
  } finally {
    await promises.rm(temporary, { force: true }).catch(() => undefined);
  }
}
