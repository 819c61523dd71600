import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeRun } from './generate-run.mjs';
import { runProgram } from './measure.mjs';

const ROOT = path.join(process.env.BENCH_DIR ?? tmpdir(), 'reportcard-bench');
export const CLI = path.resolve(import.meta.dirname, '../../packages/cli/bin/reportcard.cjs');

/** A workspace with a recorded run `r` of `samples` samples; made once, from a fixed seed. */
export async function workspaceOf(samples) {
  const folder = path.join(ROOT, String(samples));
  if (!existsSync(path.join(folder, 'runs/r.meta.json'))) {
    mkdirSync(folder, { recursive: true });
    await writeRun(folder, 'r', samples);
  }
  return folder;
}

/** Removes what scoring and reporting left. */
export function clearReports(folder) {
  for (const name of ['reports', 'peer', '.reportcard'])
    rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** The workspace, scored and reported. */
export async function scoredWorkspaceOf(samples) {
  const folder = await workspaceOf(samples);
  if (!existsSync(path.join(folder, 'reports/r/slides.html'))) {
    await runProgram(process.execPath, [CLI, 'score', 'r', '--quiet'], { cwd: folder });
    await runProgram(process.execPath, [CLI, 'report', 'r', '--quiet'], { cwd: folder });
  }
  return folder;
}

export async function findPython(modules = []) {
  const script = modules.map((name) => `import ${name}`).join('\n') || 'pass';
  try {
    await runProgram('python3', ['-c', script]);
    return 'python3';
  } catch {
    return null;
  }
}
