import type { Verb } from '../verb.ts';

/** What a verb may touch of the world outside. Tests give their own. */
export interface CliContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly verbs: readonly Verb[];
  /** stderr is a terminal that a bar may be drawn on. */
  readonly interactive: boolean;
  /** Aborted on Ctrl+C. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Results: one line, without its newline. */
  out(line: string): void;
  /** Progress, warnings and errors. */
  say(line: string): void;
}
