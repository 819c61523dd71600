/**
 * Imports a CSV of 500 MB and JSON Lines of 1 GB through the built command line, each in a process of its own, and checks
 * that the peak memory stays under 400 MB, that progress is told and that every row arrives.
 * Usage: npm run build && node packages/importers/soak/large-files.mjs [scale]
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LIMIT_MB = 400;
const text = (seed, length) =>
  `${'一段关于港口与渡轮的检索文本 with some words, and "quotes". '.repeat(Math.ceil(length / 50))}${seed}`;

async function write(file, bytes, header, row) {
  const out = createWriteStream(file);
  let size = 0;
  let rows = 0;
  if (header !== '') out.write(header);
  while (size < bytes) {
    const line = row(rows);
    size += Buffer.byteLength(line);
    rows++;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return rows;
}

const quote = (cell) => `"${cell.replaceAll('"', '""')}"`;

const CLI = new URL('../../cli/bundle/main.js', import.meta.url);

/** Calls the command line in this process, so that its peak memory can be asked for at the end. */
async function child(file, folder, bundle) {
  const { main } = await import(bundle);
  const code = await main(['import', 'auto', file, '--dir', folder, '--name', 'large']);
  process.stderr.write(`\n${JSON.stringify({ code, peak_mb: process.resourceUsage().maxRSS / 1024 })}`);
}

/** Number of lines of a file. */
async function countLines(file) {
  let lines = 0;
  for await (const chunk of createReadStream(file))
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

async function campaign(scale) {
  const folder = await mkdtemp(path.join(tmpdir(), 'reportcard-large-'));
  const MB = 1024 * 1024;
  const files = [
    [
      'large.csv',
      500 * MB * scale,
      'question,answer,contexts,ground_truth,faithfulness\n',
      (n) =>
        `Question ${n}?,${quote(text(n, 200))},${quote(JSON.stringify([text(n, 400), text(n + 1, 400)]))},Reference ${n},${(n % 101) / 100}\n`,
    ],
    [
      'large.jsonl',
      1024 * MB * scale,
      '',
      (n) =>
        `${JSON.stringify({ user_input: `Question ${n}?`, response: text(n, 200), retrieved_contexts: [text(n, 600), text(n + 1, 600)], reference: `Reference ${n}`, faithfulness: (n % 101) / 100 })}\n`,
    ],
  ];
  try {
    for (const [name, bytes, header, row] of files) {
      const file = path.join(folder, name);
      const rows = await write(file, bytes, header, row);
      const start = performance.now();
      const workspace = path.join(folder, 'workspace');
      const { stderr, status } = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), '--child', file, workspace, process.env.REPORTCARD_BUNDLE ?? CLI.href],
        { encoding: 'utf8', maxBuffer: 64 * MB, env: { ...process.env, CI: '1' } },
      );
      assert.equal(status, 0, stderr);
      const lines = stderr.split('\n');
      const told = JSON.parse(lines.at(-1));
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      const progress = lines.filter((line) => /^(looking through|importing): \d/.test(line)).length;
      const size = ((await stat(file)).size / MB).toFixed(0);
      console.log(
        `${name}: ${size} MB, ${rows} rows in ${seconds} s, ${progress} lines of progress, peak ${told.peak_mb.toFixed(0)} MB`,
      );
      assert.equal(told.code, 0, stderr);
      assert.equal(await countLines(path.join(workspace, 'runs/large.jsonl')), rows);
      assert.equal(await countLines(path.join(workspace, 'runs/large.imported.jsonl')), rows);
      assert.ok(progress > 2, 'no progress was told');
      assert.ok(told.peak_mb <= LIMIT_MB, `peak memory ${told.peak_mb} MB`);
      await rm(workspace, { recursive: true });
      await rm(file);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--child') await child(...process.argv.slice(3));
else await campaign(Number(process.argv[2] ?? 1));
