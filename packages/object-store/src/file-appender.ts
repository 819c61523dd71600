import type { FileHandle } from 'node:fs/promises';
import { ReportcardError } from '@reportcard/report-schema';
import { writeAll } from './file-write.ts';
import type { Appender } from './object-store.ts';
import { explainFileError } from './store-error.ts';

/**
 * Appends to an open file. Texts that arrive while another is being written go out together in the next write, whole and in
 * order; `close` also forces them onto the disk. After a write that failed (a full disk) every further call rejects, so that
 * a torn line is always the last one.
 */
export function createFileAppender(handle: FileHandle, path: string): Appender {
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed: Promise<void> | undefined;

  async function flush(): Promise<void> {
    await running;
    const text = waiting.join('');
    waiting = [];
    next = undefined;
    running = writeAll(handle, Buffer.from(text)).catch((error: unknown) => {
      throw explainFileError(error, path);
    });
    await running;
  }

  async function finish(): Promise<void> {
    try {
      await (next ?? running);
      await handle.sync();
    } catch (error) {
      throw explainFileError(error, path);
    } finally {
      await handle.close();
    }
  }

  return {
    write(text) {
      if (closed !== undefined)
        return Promise.reject(new ReportcardError({ code: 'defect', file: path, message: 'this appender is closed' }));
      waiting.push(text);
      next ??= flush();
      return next;
    },
    close() {
      closed ??= finish();
      return closed;
    },
  };
}
