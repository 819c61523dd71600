import type { CliContext } from './terminal/cli-context.ts';

/** Parsed flags of a call; values as the verb's option parsers made them. */
export type Flags = Readonly<Record<string, unknown>>;

/** What a verb's module exports: runs it and returns the exit code (DESIGN §5). */
export type RunVerb = (args: readonly string[], flags: Flags, context: CliContext) => Promise<number>;

export interface VerbOption {
  /** In commander's form, such as `--limit <n>`. */
  readonly flags: string;
  readonly description: string;
  /** Turns the text into a value; throws a `usage` error. */
  readonly parse?: ((text: string, previous: unknown) => unknown) | undefined;
}

/** One verb of the command line. Its module is loaded only when the verb is called. */
export interface Verb {
  readonly name: string;
  /** Positional arguments in commander's form, such as `[run]`. */
  readonly args: string;
  readonly description: string;
  readonly options: readonly VerbOption[];
  /** One call that works, shown by `--help`. */
  readonly example: string;
  load(): Promise<{ readonly run: RunVerb }>;
}

/** Marks a fault in how a verb was called; turned into exit code 2. Kept free of imports so that `--help` starts fast. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
