import {
  type MetricInfo,
  ReportcardError,
  type RunRecord,
  type ScoreState,
  type TextRecord,
} from '@reportcard/report-schema';

/** A file to read: its name for messages and its bytes as a stream, which may be opened more than once. */
export interface ImportFile {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** A folder to read, for formats that are one: names of files below it, `/`-separated. */
export interface ImportFolder {
  readonly name: string;
  /** The file under a relative name; undefined where there is none. */
  file(name: string): ImportFile | undefined;
}

/** What a caller hands to an importer. */
export interface ImportInput {
  /** Files named without a flag, in order. */
  readonly files: readonly ImportFile[];
  /** Files named by a flag: `run`, `qrels`, `scores`. */
  readonly named?: Readonly<Record<string, ImportFile | undefined>> | undefined;
  readonly folder?: ImportFolder | undefined;
}

/** How a file is read: column mapping, relevance level. */
export interface ImportOptions {
  /** Column mapping, our field → the file's column, such as `user_input` → `ask`; `score:tone`, `label:region` too. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Smallest TREC or BEIR grade that counts as relevant; default 1. */
  readonly relevanceLevel?: number | undefined;
  /** Split of a BEIR folder; default test. */
  readonly split?: string | undefined;
  /** Called while a file is looked through before its samples come, with the number of rows seen. */
  readonly onSurvey?: ((count: number) => void) | undefined;
}

/** One thing an importer mended or passed over, with how often. */
export interface Repair {
  /** Stable code such as `bare_nan`, `unknown_field`. */
  readonly code: string;
  /** What was done, in one sentence. */
  readonly message: string;
  readonly count: number;
}

/** One imported row: the record and the scores that came along; a metric without an entry is absent for this sample. */
export interface ImportedSample {
  readonly record: RunRecord;
  readonly scores?: TextRecord<ScoreState> | undefined;
}

/** What an importer makes of its files. Read `samples` to the end before `repairs()`. */
export interface ImportResult {
  readonly samples: AsyncIterable<ImportedSample>;
  /** Metrics the source has scores for; a sample without a score for one of them is `import_missing`. */
  readonly scored_metrics: readonly string[];
  /** What the metrics of `scored_metrics` that are not ours are, in report order; group `evaluator`. */
  readonly metric_info?: TextRecord<MetricInfo> | undefined;
  /** Model that graded, where the source names it. */
  readonly judge_model?: string | undefined;
  readonly embedder_model?: string | undefined;
  /** The scoring profile that reproduces the source's own numbers. */
  readonly profile?: 'trec' | 'ragent' | undefined;
  repairs(): readonly Repair[];
}

/** Counts repairs by code; the first message of a code stands for all. */
export class RepairLog {
  readonly #counts = new Map<string, { message: string; count: number }>();

  add(code: string, message: string, count = 1): void {
    if (count === 0) return;
    const known = this.#counts.get(code);
    if (known === undefined) this.#counts.set(code, { message, count });
    else known.count += count;
  }

  list(): readonly Repair[] {
    return [...this.#counts].map(([code, { message, count }]) => ({ code, message, count }));
  }
}

/** Reads a whole file as UTF-8 text without its BOM; for small files only. Throws a `data` error on invalid UTF-8. */
export async function readWholeText(file: ImportFile): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(file));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new ReportcardError({
      code: 'data',
      file: file.name,
      message: 'the file is not valid UTF-8',
      expected: 'UTF-8 text',
      hint: 're-save it as UTF-8',
      cause,
    });
  }
}

/** The bytes of a file as a whole. Throws a `data` error above the limit, which protects the memory. */
export async function readBytes(file: ImportFile, limit: number = 512 * 1024 * 1024): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.open()) {
    size += chunk.length;
    if (size > limit) {
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        message: `the file is larger than ${limit / 1024 / 1024} MiB, which this format cannot be read in`,
        hint: 'save it as CSV or JSON Lines, which are read as a stream',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
