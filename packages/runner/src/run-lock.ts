import { type ObjectStore, readText } from '@reportcard/object-store';
import { ReportcardError } from '@reportcard/report-schema';
import type { Clock } from './clock.ts';

/** Who records. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** Unique for this recording. */
  readonly token: string;
}

interface LockContent extends LockOwner {
  readonly since: string;
  /** Refreshed while the recording runs. */
  readonly renewed: string;
}

export interface LockOptions {
  readonly owner: LockOwner;
  readonly clock: Clock;
  /** Whether a process of this host still runs. */
  readonly isAlive: (pid: number) => boolean;
  readonly onNote: (message: string) => void;
}

/** A held lock. */
export interface RunLock {
  release(): Promise<void>;
}

const RENEW_MS = 20_000;
const STALE_MS = 120_000;

function parseContent(text: string): Partial<LockContent> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    // A lock that is no JSON belongs to nobody: it counts as stale.
    return {};
  }
}

function isStale(content: Partial<LockContent>, options: LockOptions): boolean {
  if (typeof content.pid !== 'number' || typeof content.renewed !== 'string') return true;
  if (content.host === options.owner.host && !options.isAlive(content.pid)) return true;
  const renewed = Date.parse(content.renewed);
  return Number.isNaN(renewed) || options.clock.now().getTime() - renewed > STALE_MS;
}

function describe(content: Partial<LockContent>): string {
  return `process ${content.pid ?? '?'} on ${content.host ?? '?'} since ${content.since ?? '?'}`;
}

/** Takes over a lock whose owner is gone. One of several takers wins: they race for an object named after the dead owner. */
async function takeOver(
  store: ObjectStore,
  key: string,
  text: string,
  present: () => string,
  options: LockOptions,
): Promise<boolean> {
  const content = parseContent(text);
  if (!isStale(content, options)) return false;
  const claim = `${key}.${typeof content.token === 'string' ? content.token.replace(/[^0-9a-f-]/g, '') : 'x'}`;
  if (!(await store.putIfAbsent(claim, present()))) return false;
  const won = (await readText(store, key)) === text;
  if (won) {
    await store.put(key, present());
    options.onNote(`took over the lock of ${describe(content)}, which no longer runs`);
  }
  await store.delete(claim);
  return won;
}

/**
 * Guards a recording against a second writer: an object with owner and time, made only where there is none, renewed every
 * 20 s. A lock is stale when its process of this host has ended or when it was not renewed for two minutes; it is then taken
 * over, and that is said. Throws a `usage` error while another writer holds it.
 */
export async function acquireRunLock(store: ObjectStore, key: string, options: LockOptions): Promise<RunLock> {
  const since = options.clock.now().toISOString();
  const present = (): string =>
    `${JSON.stringify({ ...options.owner, since, renewed: options.clock.now().toISOString() })}\n`;
  if (!(await store.putIfAbsent(key, present()))) {
    const text = await readText(store, key);
    const free =
      text === null ? await store.putIfAbsent(key, present()) : await takeOver(store, key, text, present, options);
    if (!free) {
      throw new ReportcardError({
        code: 'usage',
        file: key,
        message: `this run is being recorded by ${describe(parseContent(text ?? ''))}`,
        hint: `wait until it ends, or choose another name; if that process is gone for certain, delete ${key}`,
      });
    }
  }
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = store
      .put(key, present())
      .catch((error: unknown) => options.onNote(`the lock could not be renewed: ${String(error)}`));
  }, RENEW_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await renewing;
      await store.delete(key);
    },
  };
}
