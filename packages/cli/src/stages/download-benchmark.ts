import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { BENCHMARK_FORMATS } from '@reportcard/benchmarks';
import { ReportcardError } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { startProgress } from '../terminal/progress.ts';
import type { Flags } from '../verb.ts';

type NeededFile = ReturnType<(typeof BENCHMARK_FORMATS)[number]['files']>[number];

function unreachable(url: string, name: string, reason: string, cause?: unknown): ReportcardError {
  return new ReportcardError({
    code: 'unavailable',
    file: name,
    message: `the download from ${url} failed: ${reason}`,
    hint: 'fetch it by hand and put it there, or try again',
    cause,
  });
}

async function request(url: string, name: string, signal: AbortSignal): Promise<Readable> {
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw unreachable(url, name, cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (!response.ok || response.body === null) throw unreachable(url, name, `status ${response.status}`);
  return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
}

/** Fetches one file beside its place and moves it there when it is whole and, where its checksum is known, the published one. */
async function download(root: string, file: NeededFile, url: string, flags: Flags, context: CliContext): Promise<void> {
  const name = file.names[0] ?? '';
  const target = path.join(root, name);
  const partial = `${target}.${process.pid}.part`;
  mkdirSync(path.dirname(target), { recursive: true });
  context.say(`note: downloading ${name} from ${url}`);
  const progress = await startProgress(`downloading ${name}, bytes`, flags['quiet'] === true, context);
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      progress.update(size);
      done(null, chunk);
    },
  });
  try {
    await pipeline(await request(url, name, context.signal), count, createWriteStream(partial), {
      signal: context.signal,
    });
    const sha256 = hash.digest('hex');
    if (file.sha256 !== undefined && file.sha256 !== sha256)
      throw unreachable(url, name, `its SHA-256 is ${sha256}, that of the published file ${file.sha256}`);
    renameSync(partial, target);
  } finally {
    progress.end();
    rmSync(partial, { force: true });
  }
}

/**
 * With `--download`, and only then: fetches the files of the configured benchmark that its folder lacks and that can be
 * fetched as they are. Throws an `unavailable` error for a download that fails; a file that is no download is named when
 * the benchmark is opened.
 */
export async function downloadBenchmark(workspace: Workspace, flags: Flags, context: CliContext): Promise<void> {
  const { benchmark } = workspace.config;
  if (flags['download'] !== true || benchmark === undefined) return;
  const format = BENCHMARK_FORMATS.find((candidate) => candidate.format === benchmark.format);
  const root = path.resolve(workspace.folder, benchmark.path);
  const split = benchmark.split ?? format?.splits[0] ?? '';
  if (format === undefined || (format.splits.length > 0 && !format.splits.includes(split))) return;
  mkdirSync(root, { recursive: true });
  for (const file of format.files(split))
    if (file.url !== undefined && !file.names.some((name) => existsSync(path.join(root, name))))
      await download(root, file, file.url, flags, context);
}
