import type { Benchmark } from '@reportcard/runner';
import type { NeededFile, SourceFolder } from './source-folder.ts';

/** How to open a benchmark. */
export interface BenchmarkInput {
  readonly folder: SourceFolder;
  /** Part of the benchmark; each format has its default. */
  readonly split?: string | undefined;
  /** Options of the format; unknown ones are refused. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** A benchmark that can be read from the files its owners publish. Formats are data in an ordered registry. */
export interface BenchmarkFormat {
  /** Name in the configuration. */
  readonly format: string;
  readonly title: string;
  /** Splits by name, the default first; empty where any name may do. */
  readonly splits: readonly string[];
  /** Names of its options, with what they do. */
  readonly options: Readonly<Record<string, string>>;
  /** Language of its texts; left out: English, or not known. */
  language?(split: string): 'zh' | 'en';
  /** The files a split needs, with where to get them. */
  files(split: string): readonly NeededFile[];
  /** Checks the folder and opens the benchmark. Throws `data` errors that name what is missing or wrong. */
  open(input: BenchmarkInput & { readonly split: string }): Promise<Benchmark>;
}
