import type { ImportInput, ImportOptions, ImportResult } from './importer.ts';
import type { Source } from './read/open-source.ts';

/** One format that can be read. Importers are data in an ordered registry. */
export interface Importer {
  /** Name on the command line. */
  readonly format: string;
  /** What it reads, in a few words, for `--help`. */
  readonly title: string;
  /** How it is called, after `reportcard import`. */
  readonly usage: string;
  /** True where `options.columns` says what is what; other formats know their columns. */
  readonly takesColumns?: true;
  /** True for a file of this format, by its content. Left out where one file does not tell. */
  sniff?(source: Source): boolean;
  /** Reads the files. Throws `usage` errors for files that are missing or too many, `data` errors for their faults. */
  open(input: ImportInput, options: ImportOptions): Promise<ImportResult>;
}
