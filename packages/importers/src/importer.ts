import { ReportcardError, type RunRecord, type ScoreState, type TextRecord } from '@reportcard/report-schema';

/** A file to read: its name for messages and its bytes as a stream, which may be opened more than once. */
export interface ImportFile {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
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
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
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
