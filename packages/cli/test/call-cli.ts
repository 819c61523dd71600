import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli } from '../src/main.ts';
import { VERBS } from '../src/verbs.ts';

/** What a call of the command line printed and how it ended. */
export interface CliCall {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliCallOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly now?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A new empty folder that goes with the test. */
export function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reportcard-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the command line in this process. */
export async function callCli(args: readonly string[], options: CliCallOptions): Promise<CliCall> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    cwd: options.cwd,
    env: options.env ?? {},
    verbs: VERBS,
    interactive: false,
    signal: options.signal ?? new AbortController().signal,
    now: () => options.now ?? new Date('2026-06-01T06:30:22.000Z'),
    out: (line) => out.push(line),
    say: (line) => err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
