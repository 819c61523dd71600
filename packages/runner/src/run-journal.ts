import type { Appender, ObjectStore } from '@reportcard/object-store';
import {
  type FinalStatus,
  formatJsonLine,
  parseRunRecord,
  ReportcardError,
  type RunRecord,
  readJsonLines,
} from '@reportcard/report-schema';
import { orderLines, readRawLines } from './raw-lines.ts';
import { keyOfSample, type RunTask } from './run-plan.ts';

/** The growing run file: what it holds, and how it is finished. */
export interface RunJournal {
  /** Samples whose last line counts as recorded. */
  isRecorded(task: RunTask): boolean;
  /** Samples that have a line, whether or not it counts. */
  has(task: RunTask): boolean;
  /** Number of samples recorded. */
  readonly size: number;
  /** Samples by final status. */
  totals(): Record<string, number>;
  /** Appends a line and flushes it. */
  add(task: RunTask, record: RunRecord): Promise<void>;
  /** Ends appending; the file stays in the order of arrival. */
  close(): Promise<void>;
  /** Ends appending and rewrites the file once in data-set order. */
  complete(): Promise<void>;
}

interface KnownSample {
  readonly order: number;
  readonly status: FinalStatus;
}

export interface JournalOptions {
  readonly store: ObjectStore;
  readonly key: string;
  /** All samples the run may hold, by their key. */
  readonly tasks: ReadonlyMap<string, RunTask>;
  /** Samples that ended in an error count as missing. */
  readonly retryErrors: boolean;
  readonly onNote: (message: string) => void;
}

async function* formatLines(values: readonly unknown[]): AsyncGenerator<string> {
  for (const value of values) yield formatJsonLine(value);
}

async function dropTornLine(options: JournalOptions): Promise<void> {
  const { store, key } = options;
  const whole: unknown[] = [];
  for await (const { value } of readJsonLines(store.read(key), { file: key, torn: 'drop' })) whole.push(value);
  await store.put(key, formatLines(whole));
}

/** Reads what an interrupted recording left; a torn last line is dropped from the file, and that is said. */
async function readKept(options: JournalOptions): Promise<KnownSample[]> {
  const { store, key, tasks } = options;
  const found = await store.stat(key);
  if (found === null || found.size === 0) return [];
  const kept: KnownSample[] = [];
  let torn = false;
  const lines = readJsonLines(store.read(key), {
    file: key,
    torn: 'drop',
    onTorn: (line) => {
      torn = true;
      options.onNote(`line ${line} of ${key} was cut off and is dropped; its question is asked again`);
    },
  });
  try {
    for await (const { line, value } of lines) {
      const record = parseRunRecord(value, { file: key, line });
      const task = tasks.get(keyOfSample(record));
      if (task === undefined) {
        throw new ReportcardError({
          code: 'data',
          file: key,
          line,
          message: `${record.query_id} is no sample of this benchmark and configuration`,
          hint: 'record a new run without --resume',
        });
      }
      kept.push({ order: task.order, status: record.final_status });
    }
  } catch (error) {
    // A file whose only line is torn reads as empty.
    if (!torn || kept.length > 0) throw error;
  }
  if (torn && kept.length > 0) await dropTornLine(options);
  else if (torn) await store.put(key, '');
  return kept;
}

async function endsWithNewline(store: ObjectStore, key: string): Promise<boolean> {
  let last = 10;
  for await (const bytes of store.read(key)) last = bytes.at(-1) ?? last;
  return last === 10;
}

/** Opens the run file for a new or resumed recording. Nothing is written to it before the first {@link RunJournal.add}. */
export async function openJournal(options: JournalOptions): Promise<RunJournal> {
  const { store, key } = options;
  const kept = await readKept(options);
  const orders: number[] = [];
  const statuses = new Map<number, FinalStatus>();
  for (const { order, status } of kept) {
    orders.push(order);
    statuses.set(order, status);
  }
  let appender: Appender | undefined;
  let opening: Promise<Appender> | undefined;

  async function open(): Promise<Appender> {
    const opened = await store.append(key);
    if (kept.length > 0 && !(await endsWithNewline(store, key))) await opened.write('\n');
    appender = opened;
    return opened;
  }

  async function close(): Promise<void> {
    await opening;
    await appender?.close();
  }

  return {
    isRecorded(task) {
      const status = statuses.get(task.order);
      if (status === undefined) return false;
      return !options.retryErrors || status === 'success' || status === 'refused';
    },
    has: (task) => statuses.has(task.order),
    get size() {
      return statuses.size;
    },
    totals() {
      const totals: Record<string, number> = { success: 0, refused: 0, error: 0, timeout: 0, cancelled: 0 };
      for (const status of statuses.values()) totals[status] = (totals[status] ?? 0) + 1;
      return totals;
    },
    async add(task, record) {
      // The record was checked when it was made: it holds nothing that JSON cannot.
      const line = `${JSON.stringify(record)}\n`;
      opening ??= open();
      const target = await opening;
      orders.push(task.order);
      statuses.set(task.order, record.final_status);
      await target.write(line);
    },
    close,
    async complete() {
      await close();
      if (orders.length === 0) return;
      if (orders.every((order, index) => index === 0 || order > (orders[index - 1] ?? -1))) return;
      await store.put(key, orderLines(readRawLines(store.read(key)), orders), { durable: true });
    },
  };
}
