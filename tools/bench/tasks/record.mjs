import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFileStore } from '@reportcard/object-store';
import { recordBenchmark } from '@reportcard/runner';
import { createHttpTarget } from '@reportcard/runner/http';
import { sendAll } from './bare-client.mjs';
import { section } from './section.mjs';
import { startService } from './start-service.mjs';

// Asks an instant service `count` questions, 64 at a time: `ours` records them into a run file, `bare` only fetches.
const [side, count] = [process.argv[2], Number(process.argv[3])];
const CONCURRENCY = 64;
const service = await startService('loopback-service.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'bench-record-'));
const sides = {
  async ours() {
    await recordBenchmark({
      benchmark: {
        manifest: { name: 'bench' },
        documents: () => [],
        cases: () =>
          Array.from({ length: count }, (_, index) => ({ query_id: `q${index}`, user_input: `question ${index}` })),
      },
      knowledgeBase: createHttpTarget(
        {
          kind: 'http',
          chat: {
            url: service.url,
            body: { question: '{{query}}' },
            response: 'json',
            map: { answer: 'answer', results: 'documents', result_id: 'id' },
          },
        },
        { env: {} },
      ),
      store: createFileStore(folder),
      runId: 'r',
      concurrency: CONCURRENCY,
    });
  },
  bare: () =>
    sendAll(count, CONCURRENCY, (index) => ({
      url: service.url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: `question ${index}` }),
    })),
};
await section(async () => {
  const start = performance.now();
  await sides[side]();
  return { rate: count / ((performance.now() - start) / 1000) };
});
await service.stop();
rmSync(folder, { recursive: true, force: true });
