import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';

const TOKEN = 'marker-token-81aa';

interface Service {
  readonly url: string;
  readonly questions: string[];
}

/** A service with an intent and a chat endpoint: JSON intents, answers as server-sent events. */
async function serve(
  fail: (question: string, asked: number) => number | undefined = () => undefined,
): Promise<Service> {
  const questions: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { question } = JSON.parse(body) as { question: string };
      if (request.headers.authorization !== TOKEN) {
        response.writeHead(401).end();
        return;
      }
      if (request.url === '/intent') {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ intent: 'returns' }));
        return;
      }
      questions.push(question);
      const status = fail(question, questions.filter((asked) => asked === question).length);
      if (status !== undefined) {
        response.writeHead(status, { 'content-type': 'text/plain' }).end('not now');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        `event: docs\ndata: ${JSON.stringify({ docs: [{ id: 'kb-7', text: 'Returns take 14 days.' }] })}\n\n`,
      );
      for (const delta of ['You have ', '14 days', '。'])
        response.write(`event: delta\ndata: ${JSON.stringify({ text: delta })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, questions };
}

function workspace(url: string, n: number): string {
  const cwd = createFolder();
  mkdirSync(cwd, { recursive: true });
  const cases = Array.from({ length: n }, (_, index) => ({
    query_id: `q${index}`,
    user_input: `question ${index}`,
    reference_doc_ids: ['RETURN_1'],
    requires_rag: true,
    intent_l2: 'returns',
  }));
  writeFileSync(path.join(cwd, 'cases.jsonl'), cases.map((item) => `${JSON.stringify(item)}\n`).join(''));
  writeFileSync(path.join(cwd, 'ids.json'), JSON.stringify({ 'kb-7': 'RETURN_1' }));
  const headersEnv = { authorization: 'SERVICE_TOKEN' };
  const config = {
    dataset: { cases: 'cases.jsonl' },
    run: { retry: { attempts: 2, minDelayMs: 1, maxDelayMs: 2 } },
    target: {
      kind: 'http',
      intent: { url: `${url}/intent`, headersEnv, body: { question: '{{query}}' }, map: { intent: 'intent' } },
      chat: {
        url: `${url}/chat`,
        headersEnv,
        body: { question: '{{query}}' },
        response: 'sse',
        events: {
          docs: { results: 'docs', result_text: 'text', result_id: 'id', document_id: 'id' },
          delta: { answer: 'text' },
        },
      },
      documentIds: 'ids.json',
    },
  };
  writeFileSync(path.join(cwd, 'reportcard.config.json'), JSON.stringify(config));
  return cwd;
}

const env = { SERVICE_TOKEN: TOKEN };

function readRun(cwd: string): Record<string, unknown>[] {
  const file = readdirSync(path.join(cwd, 'runs')).find((name) => name.endsWith('.jsonl')) ?? '';
  return readFileSync(path.join(cwd, 'runs', file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('run against an HTTP service', () => {
  it('records intents, rankings and streamed answers as they are, and stores no token', async () => {
    const service = await serve();
    const cwd = workspace(service.url, 5);
    const run = await callCli(['run', '--quiet', '--name', 'v1'], { cwd, env });
    expect(run.err).toBe('');
    expect(run.code).toBe(0);
    expect(await callCli(['score', 'v1', '--json'], { cwd, env })).toMatchObject({ code: 0 });
    const scores = JSON.parse(readFileSync(path.join(cwd, 'reports/v1/_scores.json'), 'utf8')) as {
      overall: Record<string, number>;
    };
    expect(scores.overall).toMatchObject({ 'hit@1': 1, intent_top1: 1, request_failure_rate: 0 });
    expect(scores.overall['ttft_p50_ms']).toBeGreaterThan(0);
    const [first] = readRun(cwd);
    expect(first).toMatchObject({
      predicted_intent: 'returns',
      final_status: 'success',
      response: {
        answer: 'You have 14 days。',
        results: [{ text: 'Returns take 14 days.', source: { document_id: 'RETURN_1' } }],
      },
    });
    const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const entry of files)
      expect(readFileSync(path.join(entry.parentPath, entry.name), 'latin1')).not.toContain(TOKEN);
  });

  it('keeps a failure as data, ends with 0, and asks only for it with --resume --retry-errors', async () => {
    const service = await serve((question, asked) => (question === 'question 3' && asked <= 2 ? 500 : undefined));
    const cwd = workspace(service.url, 5);
    expect((await callCli(['run', '--quiet', '--name', 'v1'], { cwd, env })).code).toBe(0);
    const failed = readRun(cwd).find((record) => record['query_id'] === 'q3');
    expect(failed).toMatchObject({ final_status: 'error', attempts: 2, error: { retryable: true } });
    const asked = service.questions.length;
    const resumed = await callCli(['run', '--quiet', '--resume', 'v1', '--retry-errors', '--json'], { cwd, env });
    expect(resumed.code).toBe(0);
    expect(service.questions.slice(asked)).toEqual(['question 3']);
    expect(readRun(cwd).map((record) => [record['query_id'], record['final_status']])).toEqual(
      Array.from({ length: 5 }, (_, index) => [`q${index}`, 'success']),
    );
  });

  it('ends with 4 when every case failed, and says what went wrong', async () => {
    const service = await serve(() => 503);
    const cwd = workspace(service.url, 3);
    const call = await callCli(['run', '--quiet', '--name', 'v1'], { cwd, env });
    expect(call.code).toBe(4);
    expect(call.out).toMatch(/^ {2}3 × http_503, first q0: /m);
    expect(readRun(cwd)).toHaveLength(3);
  });

  it('refuses to resume when the data set changed, and says so', async () => {
    const service = await serve();
    const cwd = workspace(service.url, 3);
    await callCli(['run', '--quiet', '--name', 'v1'], { cwd, env });
    writeFileSync(path.join(cwd, 'cases.jsonl'), `${JSON.stringify({ query_id: 'other', user_input: 'x' })}\n`);
    const call = await callCli(['run', '--quiet', '--resume', 'v1'], { cwd, env });
    expect(call.code).toBe(2);
    expect(call.err).toContain('data set');
  });

  it('names the variable that is not set', async () => {
    const service = await serve();
    const cwd = workspace(service.url, 1);
    const call = await callCli(['run', '--quiet', '--name', 'v1'], { cwd, env: {} });
    expect(call.code).toBe(2);
    expect(call.err).toContain('SERVICE_TOKEN');
  });
});
