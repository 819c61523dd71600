import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HOOK = new URL('usage-hook.mjs', import.meta.url).href;

/** Runs a program to its end. Gives wall time in ms and its output; rejects when it fails. */
export async function runProgram(command, args, { cwd, env } = {}) {
  const start = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, CI: 'true', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${err.slice(-2000)}`);
  return { wall: performance.now() - start, out };
}

/** As {@link runProgram} for a Node script, with the processor time (ms) and the peak memory (MB) it used. */
export async function runNode(args, options = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const file = path.join(folder, 'usage.json');
  try {
    const env = { ...options.env, BENCH_USAGE: file };
    const { wall, out } = await runProgram(process.execPath, ['--import', HOOK, ...args], { ...options, env });
    return { wall, out, ...JSON.parse(readFileSync(file, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a script that prints `{cpu, wall, peak}` of the part that counts as its last line. */
export async function runTask(script, args = [], nodeArgs = []) {
  const file = new URL(`tasks/${script}`, import.meta.url).pathname;
  const { out } = await runProgram(process.execPath, [...nodeArgs, file, ...args.map(String)]);
  return JSON.parse(out.trim().split('\n').at(-1));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Measures sides in alternating rounds. `sides` maps a name to a function that gives numbers by name; the result maps the
 * same names to lists of them.
 */
export async function alternate(sides, rounds) {
  const measured = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of Object.entries(sides)) measured[name].push(await run());
  return measured;
}

/** One line of the result table: our number against a peer's, `ratio` at most (or, with `atLeast`, at least) `limit`. */
export function compareSides(measured, { label, ours = 'ours', peer, unit, limit, atLeast = false }) {
  const numbers = (side) => measured[side].map((entry) => entry[unit]);
  const ratio = median(numbers(ours)) / median(numbers(peer));
  const pairs = numbers(ours).map((value, index) => value / numbers(peer)[index]);
  return {
    label,
    peer,
    unit,
    ours: median(numbers(ours)),
    theirs: median(numbers(peer)),
    ratio,
    min: Math.min(...pairs),
    max: Math.max(...pairs),
    limit: `${atLeast ? '≥' : '≤'} ${limit}`,
    verdict: (atLeast ? ratio >= limit : ratio <= limit) ? 'pass' : 'short',
  };
}

/** A line for a peer that this machine does not have. */
export function withoutPeer(label, peer, limit) {
  return { label, peer, limit: `≤ ${limit}`, verdict: 'peer not here' };
}

/** A line for a limit that is no ratio. */
export function compareValue(label, unit, value, limit, ok) {
  return { label, peer: 'itself', unit, ours: value, limit, verdict: ok ? 'pass' : 'short' };
}
