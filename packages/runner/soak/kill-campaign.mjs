/**
 * Kills a 500-case recording with SIGKILL at 50 random moments, resuming each time. In the end the file holds each case once, in
 * data-set order, and equals an undisturbed run but for times. Usage: node packages/runner/soak/kill-campaign.mjs [kills] [seed]
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFileStore } from '@reportcard/object-store';
import { recordBenchmark } from '@reportcard/runner';

const CASES = 500;
const cases = Array.from({ length: CASES }, (_, index) => ({
  query_id: `q${index + 1}`,
  user_input: `ask ${index + 1}`,
}));
const benchmark = { manifest: { name: 'kill-campaign' }, documents: () => [], cases: () => cases };

const system = {
  name: 'numbered',
  manifest: () => ({ name: 'numbered' }),
  async *query(question) {
    const number = Number(question.slice('ask '.length));
    await new Promise((resolve) => setTimeout(resolve, 20 + ((number * 7) % 60)));
    if (number % 11 === 0) throw new Error('every eleventh');
    yield { type: 'answer_delta', text: `answer ${number} ${'文'.repeat(500)}` };
  },
};

function record(folder, onProgress) {
  return recordBenchmark({
    benchmark,
    knowledgeBase: system,
    store: createFileStore(folder),
    runId: 'r',
    resume: true,
    concurrency: 4,
    onProgress,
  });
}

/** A small generator of numbers in [0, 1), so that a campaign can be run again. */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs the recording; kills it `killAfterMs` after its start, or after its first record. Null lets it end. */
function runChild(folder, killAfterMs, afterRecord) {
  return new Promise((resolve) => {
    const program = fileURLToPath(import.meta.url);
    const child = spawn(process.execPath, [program, '--child', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    let timer;
    const arm = () => {
      if (killAfterMs !== null) timer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    };
    if (!afterRecord) arm();
    child.stdout.on('data', arm);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal });
    });
  });
}

async function readLines(folder) {
  const text = await readFile(join(folder, 'runs', 'r.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function withoutTimes(records) {
  return records.map(({ started_at, latency_ms, first_token_ms, ...rest }) => rest);
}

async function main() {
  const kills = Number(process.argv[2] ?? 50);
  const random = createRandom(Number(process.argv[3] ?? 1));
  const root = await mkdtemp(join(tmpdir(), 'kill-campaign-'));
  try {
    const quiet = join(root, 'quiet');
    await record(quiet);
    const expected = withoutTimes(await readLines(quiet));
    const folder = join(root, 'killed');
    let killed = 0;
    let restarts = 0;
    while (killed < kills) {
      const { signal } = await runChild(folder, random() * 600, random() < 0.8);
      if (signal === 'SIGKILL') killed++;
      else {
        restarts++;
        assert.deepEqual(withoutTimes(await readLines(folder)), expected);
        await rm(folder, { recursive: true });
      }
    }
    const last = await runChild(folder, null, false);
    assert.equal(last.code, 0);
    assert.deepEqual(withoutTimes(await readLines(folder)), expected);
    process.stdout.write(
      `kill-campaign: ${killed} kills, ${restarts + 1} complete recordings of ${CASES} cases, each equal to the undisturbed one\n`,
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--child')
  await record(process.argv[3], (event) => {
    if (event.type === 'record') process.stdout.write('.');
  });
else await main();
