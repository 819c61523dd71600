import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryStore } from '@reportcard/object-store';
import { type HttpTarget, HttpTargetSchema, type RunRecord } from '@reportcard/report-schema';
import { onTestFinished } from 'vitest';
import { createHttpTarget } from '../../src/http/index.ts';
import { type RecordOptions, recordBenchmark } from '../../src/index.ts';
import { createBenchmark, numberedCases, readRecords } from '../fixed-system.ts';

/** A service of the test's own on loopback; gone when the test is. */
export async function startService(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The whole body of a request as text. */
export async function readRequest(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Parses a target as the configuration would. */
export function parseTarget(target: unknown): HttpTarget {
  return HttpTargetSchema.parse({ kind: 'http', name: 'service', ...(target as object) });
}

/** Records `count` numbered questions of a target without retries. */
export async function recordTarget(
  target: unknown,
  count: number,
  extra: Partial<RecordOptions> & { env?: Record<string, string>; fetch?: typeof fetch } = {},
): Promise<RunRecord[]> {
  const { env = {}, fetch: send, ...options } = extra;
  const store = createMemoryStore();
  const knowledgeBase = createHttpTarget(parseTarget(target), { env, ...(send === undefined ? {} : { fetch: send }) });
  await recordBenchmark({
    benchmark: createBenchmark(numberedCases(count)),
    knowledgeBase,
    store,
    runId: 'r',
    retry: { attempts: 1 },
    ...options,
  });
  return readRecords(store, 'runs/r.jsonl');
}
