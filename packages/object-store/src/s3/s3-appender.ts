import { ReportcardError } from '@reportcard/report-schema';
import type { Appender } from '../object-store.ts';

/** How an appender reaches the bucket. */
export interface AppendTarget {
  readonly key: string;
  /** Stores one part; parts come one after the other. */
  putPart(text: string): Promise<void>;
  /** Makes object and parts one. */
  join(): Promise<void>;
}

/** A part is sent at the latest this long after its first line arrived. */
export const PART_INTERVAL_MS = 1000;

/** A part is sent at once when this much text waits. */
const PART_CHARACTERS = 4 * 1024 * 1024;

/**
 * Gathers lines and sends them as a part at least once a second. A part that could not be sent makes every later call reject
 * with its error.
 */
export function createS3Appender(target: AppendTarget): Appender {
  let waiting: string[] = [];
  let length = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> = Promise.resolve();
  let fault: { readonly error: unknown } | undefined;
  let closed: Promise<void> | undefined;

  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting.join('');
    waiting = [];
    length = 0;
    if (text === '') return sending;
    sending = sending.then(async () => {
      if (fault !== undefined) return;
      try {
        await target.putPart(text);
      } catch (error) {
        fault = { error };
      }
    });
    return sending;
  }

  async function finish(): Promise<void> {
    await send();
    if (fault !== undefined) throw fault.error;
    await target.join();
  }

  return {
    async write(text) {
      if (closed !== undefined)
        throw new ReportcardError({ code: 'defect', file: target.key, message: 'this appender is closed' });
      if (fault !== undefined) throw fault.error;
      waiting.push(text);
      length += text.length;
      timer ??= setTimeout(() => void send(), PART_INTERVAL_MS);
      if (length >= PART_CHARACTERS) await send();
    },
    close() {
      closed ??= finish();
      return closed;
    },
  };
}
