import { createJudgeStage } from '@reportcard/judge';
import { createMemoryStore } from '@reportcard/object-store';
import { scoreRun } from '@reportcard/pipeline';
import { sendAll } from './bare-client.mjs';
import { section } from './section.mjs';
import { startService } from './start-service.mjs';

// Judges `count` samples by an instant judge: `ours` scores them, `bare` sends as many requests of the same size and
// concurrency. The rate is that at which the judge was asked, between the first request and the last.
const [side, count] = [process.argv[2], Number(process.argv[3])];
const CONCURRENCY = 16;
const service = await startService('loopback-judge.mjs');

function createRecord(index) {
  return {
    query_id: `q${index}`,
    user_input: `What is the warranty of the kettle ${index}?`,
    reference: `The kettle ${index} has a warranty of ${(index % 5) + 1} years.`,
    reference_doc_ids: ['d'],
    requires_rag: true,
    final_status: 'success',
    first_token_ms: 100,
    latency_ms: 200,
    response: {
      answer: `The kettle ${index} has a warranty of ${(index % 5) + 1} years. It weighs ${index} grams.`,
      results: [
        { id: 'd', text: `The kettle ${index} has a warranty of ${(index % 5) + 1} years.` },
        { id: 'e', text: `The kettle ${index} is green.` },
      ],
    },
  };
}

async function score() {
  const store = createMemoryStore();
  const lines = Array.from({ length: count }, (_, index) => `${JSON.stringify(createRecord(index))}\n`);
  await store.put('runs/r.jsonl', lines.join(''));
  const endpoint = { kind: 'openai-compatible', baseURL: service.url, concurrency: CONCURRENCY };
  const judge = await createJudgeStage({
    config: { ...endpoint, model: 'judge-1' },
    embedder: { ...endpoint, model: 'embed-1' },
    store,
    env: {},
    seed: 'r',
    now: () => new Date(0),
  });
  const { ledger } = await scoreRun({ store, runId: 'r', judge, now: new Date(0) });
  return ledger.calls;
}

async function fetchAll() {
  const body = JSON.stringify({
    model: 'judge-1',
    messages: [
      { role: 'system', content: 'x'.repeat(1500) },
      { role: 'user', content: JSON.stringify(createRecord(1)) },
    ],
  });
  const calls = count * 12;
  await sendAll(calls, CONCURRENCY, () => ({
    url: `${service.url}/chat/completions`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }));
  return calls;
}

await section(async () => {
  await { ours: score, bare: fetchAll }[side]();
  const { calls, ms } = JSON.parse(await service.stop({ ask: true }));
  return { calls, rate: calls / (ms / 1000) };
});
