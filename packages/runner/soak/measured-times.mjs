/**
 * Records a loopback service whose true delays are known, 64 questions at a time. Recorded first-token and total times must lie
 * within 5 ms (median) and 25 ms (99th percentile) of the service's own clock, no case lost or doubled, every answer byte-equal.
 * The service runs in a process of its own. Usage: node packages/runner/soak/measured-times.mjs [cases]
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createMemoryStore } from '@reportcard/object-store';
import { recordBenchmark } from '@reportcard/runner';
import { createHttpTarget } from '@reportcard/runner/http';

const CONCURRENCY = 64;
const MEDIAN_MS = 5;
const P99_MS = 25;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const answerOf = (number) => `答案 ${number} ${'wörd 😀 '.repeat(number % 20)}end`;

/** Streams the answer in pieces of 197 bytes, cut wherever they fall; its own times follow in the last event. */
async function serve(request, response) {
  const received = performance.now();
  const number = Number(new URL(request.url, 'http://x').searchParams.get('q'));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': begin\n\n');
  await sleep(200 + ((number * 37) % 800));
  const first = performance.now() - received;
  const bytes = Buffer.from(
    answerOf(number)
      .split(/(?<= )/)
      .map((word) => `event: delta\r\ndata: ${JSON.stringify(word)}\r\n\r\n`)
      .join(''),
  );
  for (let start = 0; start < bytes.length; start += 197) response.write(bytes.subarray(start, start + 197));
  await sleep(200 + ((number * 53) % 700));
  response.end(`event: times\ndata: ${JSON.stringify({ first, total: performance.now() - received })}\n\n`);
}

async function startService() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) return { child, url: line };
  throw new Error('the service did not start');
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function check(name, differences) {
  const [median, p99] = [quantile(differences, 0.5), quantile(differences, 0.99)];
  process.stdout.write(
    `measured-times: ${name} differs by ${median.toFixed(2)} ms (median), ${p99.toFixed(2)} ms (p99)\n`,
  );
  assert.ok(median <= MEDIAN_MS, `${name}: median ${median} ms`);
  assert.ok(p99 <= P99_MS, `${name}: p99 ${p99} ms`);
}

async function main() {
  const count = Number(process.argv[2] ?? 2000);
  const { child, url } = await startService();
  try {
    const knowledgeBase = createHttpTarget(
      {
        kind: 'http',
        chat: {
          url: `${url}/?q={{query}}`,
          response: 'sse',
          events: { delta: { answer: '@' }, times: { metadata: '@' } },
          end: ['times'],
        },
      },
      { env: {} },
    );
    const cases = Array.from({ length: count }, (_, index) => ({ query_id: `q${index}`, user_input: String(index) }));
    const store = createMemoryStore();
    await recordBenchmark({
      benchmark: { manifest: { name: 'times' }, documents: () => [], cases: () => cases },
      knowledgeBase,
      store,
      runId: 'r',
      concurrency: CONCURRENCY,
      warmup: CONCURRENCY,
    });
    const text = new TextDecoder().decode(await store.get('runs/r.jsonl'));
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      records.map((record) => [record.query_id, record.final_status, record.response?.answer]),
      cases.map((item, index) => [item.query_id, 'success', answerOf(index)]),
    );
    check(
      'first token',
      records.map((record) => Math.abs(record.first_token_ms - record.response.metadata.first)),
    );
    check(
      'latency',
      records.map((record) => Math.abs(record.latency_ms - record.response.metadata.total)),
    );
  } finally {
    child.kill('SIGKILL');
  }
}

if (process.argv[2] === '--serve') {
  const server = createServer(serve);
  server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
} else {
  await main();
}
