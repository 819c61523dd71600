/**
 * Imports a CSV of 500 MB and JSON Lines of 1 GB, each in a process of its own, and checks that the peak memory stays under
 * 400 MB and that every row arrives. Usage: node packages/importers/soak/large-files.mjs [scale]
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

async function child(file) {
  const { importAuto } = await import('@reportcard/importers');
  const result = await importAuto({ name: file, open: () => createReadStream(file) });
  let rows = 0;
  for await (const _sample of result.samples) rows++;
  process.stdout.write(JSON.stringify({ rows, format: result.format, peak_mb: process.resourceUsage().maxRSS / 1024 }));
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
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), '--child', file],
        { encoding: 'utf8' },
      );
      assert.equal(status, 0, stderr);
      const told = JSON.parse(stdout);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(
        `${name}: ${((await stat(file)).size / MB).toFixed(0)} MB, ${told.rows} rows as ${told.format} in ${seconds} s, peak ${told.peak_mb.toFixed(0)} MB`,
      );
      assert.equal(told.rows, rows);
      assert.ok(told.peak_mb <= LIMIT_MB, `peak memory ${told.peak_mb} MB`);
      await rm(file);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--child') await child(process.argv[3]);
else await campaign(Number(process.argv[2] ?? 1));
