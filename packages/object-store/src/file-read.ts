import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { ReportcardError } from '@reportcard/report-schema';
import type { ObjectStat, PartReader } from './object-store.ts';
import { explainFileError, systemCode } from './store-error.ts';

/** The first chunk is smaller, for readers that need no more than the beginning. */
const FIRST_CHUNK_BYTES = 524_288;
const CHUNK_BYTES = 1_048_576;
/** Asked for beyond the end that a file had when it was opened. */
const PROBE_BYTES = 4096;

function isAbsent(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export function missing(path: string, cause?: unknown): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file: path,
    message: 'there is no such file',
    hint: 'check its name and folder',
    cause,
  });
}

/** Chunks are read at once: from a local disk that takes less time than another thread takes to be asked. */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { size } = fstatSync(file);
    for (let position = 0; ; ) {
      const most = position === 0 ? FIRST_CHUNK_BYTES : CHUNK_BYTES;
      const buffer = Buffer.allocUnsafeSlow(Math.min(most, Math.max(size - position, PROBE_BYTES)));
      const length = readSync(file, buffer);
      if (length === 0) return;
      position += length;
      yield buffer.subarray(0, length);
    }
  } catch (error) {
    throw isAbsent(error) ? missing(path, error) : explainFileError(error, path);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function openFileParts(path: string): PartReader | null {
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
        let done = 0;
        for (let read = -1; read !== 0 && done < length; done += read)
          read = readSync(file, buffer, done, length - done, start + done);
        return buffer.subarray(0, done);
      } catch (error) {
        throw explainFileError(error, path);
      }
    },
    close: () => closeSync(file),
  };
}

/** At once: asking takes less time than handing the question to another thread. */
export function statFile(path: string): ObjectStat | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? { size: found.size, modified: found.mtime } : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw explainFileError(error, path);
  }
}

export function readWhole(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw explainFileError(error, path);
  }
}
