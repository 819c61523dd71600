import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseRetryAfter } from '../../src/http/retry-after.ts';
import { recordTarget, sendJson, startService } from './loopback.ts';

const SSE = { 'content-type': 'text/event-stream' };

/** A TCP service that says what it is told and closes. */
async function startRaw(reply: string): Promise<string> {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(reply));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address nobody listens at. */
async function findClosedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `http://127.0.0.1:${port}/`;
}

async function faultOf(
  target: unknown,
  extra: Parameters<typeof recordTarget>[2] = {},
): Promise<{ status: string; type: string | null; retryable: boolean | null; partial: string | null }> {
  const [record] = await recordTarget(target, 1, extra);
  return {
    status: record?.final_status ?? '',
    type: record?.error?.error_type ?? null,
    retryable: record?.error?.retryable ?? null,
    partial: record?.response?.answer ?? null,
  };
}

describe('faults of a service become data', () => {
  it('429 and 5xx: retryable, with the wait the server asked for; other statuses are not', async () => {
    const url = await startService((request, response) => {
      const status = Number(request.url?.slice(1));
      sendJson(response, { status }, status, status === 429 ? { 'retry-after': '7' } : {});
    });
    expect(await faultOf({ chat: { url: `${url}/429` } })).toEqual({
      status: 'error',
      type: 'rate_limited',
      retryable: true,
      partial: null,
    });
    const [limited] = await recordTarget({ chat: { url: `${url}/429` } }, 1);
    expect(limited?.error?.metadata).toEqual({ status: 429, retry_after_ms: 7000, body: '{"status":429}' });
    for (const status of [500, 502, 503, 504])
      expect(await faultOf({ chat: { url: `${url}/${status}` } })).toEqual({
        status: 'error',
        type: `http_${status}`,
        retryable: true,
        partial: null,
      });
    for (const status of [400, 401, 403, 404, 422])
      expect(await faultOf({ chat: { url: `${url}/${status}` } })).toEqual({
        status: 'error',
        type: `http_${status}`,
        retryable: false,
        partial: null,
      });
    expect(await faultOf({ chat: { url: `${url}/403` }, statuses: { http_403: 'refused' } })).toMatchObject({
      status: 'refused',
    });
  });

  it('waits for Retry-After and succeeds', async () => {
    let asked = 0;
    const url = await startService((_request, response) => {
      if (++asked === 1) sendJson(response, {}, 429, { 'retry-after': '0' });
      else if (asked === 2) sendJson(response, {}, 503);
      else sendJson(response, { answer: 'fine' });
    });
    const [record] = await recordTarget({ chat: { url } }, 1, { retry: { attempts: 3, minDelayMs: 1 } });
    expect([record?.attempts, record?.final_status]).toEqual([3, 'success']);
  });

  it('hangs: before the first byte and in the middle of a stream', async () => {
    const url = await startService((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200, SSE);
      response.write('data: {"delta":"half"}\n\n');
    });
    expect(await faultOf({ chat: { url: `${url}/silent` } }, { timeoutMs: 60 })).toEqual({
      status: 'timeout',
      type: 'timeout',
      retryable: false,
      partial: null,
    });
    expect(await faultOf({ chat: { url: `${url}/half` } }, { timeoutMs: 2000 })).toEqual({
      status: 'timeout',
      type: 'timeout',
      retryable: false,
      partial: 'half',
    });
  });

  it('half-closed streams keep what had come', async () => {
    const url = await startService((request, response) => {
      response.writeHead(200, SSE);
      response.write('data: {"delta":"half"}\n\n');
      setTimeout(() => {
        if (request.url === '/destroyed') response.destroy();
        else response.end();
      }, 20);
    });
    expect(await faultOf({ chat: { url: `${url}/destroyed` } })).toEqual({
      status: 'error',
      type: 'connection_closed',
      retryable: true,
      partial: 'half',
    });
    expect(await faultOf({ chat: { url: `${url}/ended`, end: ['[DONE]'] } })).toEqual({
      status: 'error',
      type: 'incomplete_stream',
      retryable: true,
      partial: 'half',
    });
    expect(await faultOf({ chat: { url: `${url}/ended` } })).toEqual({
      status: 'success',
      type: null,
      retryable: null,
      partial: 'half',
    });
  });

  it('malformed streams, JSON and content types', async () => {
    const replies: Readonly<Record<string, readonly [string, string]>> = {
      '/stream': ['text/event-stream', 'data: {"delta":"ok"}\n\ndata: {"delta":"bro\n\n'],
      '/nothing': ['text/event-stream', ''],
      '/page': ['text/html', '<html>Sign in</html>'],
      '/json': ['application/json', '{"answer":'],
      '/mapping': ['application/json', '{"answer":{"text":"x"}}'],
      '/results': ['application/json', '{"answer":"x","results":"none"}'],
    };
    const url = await startService((request, response) => {
      const [type, body] = replies[request.url ?? ''] ?? ['', ''];
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
    expect(await faultOf({ chat: { url: `${url}/stream` } })).toEqual({
      status: 'error',
      type: 'malformed_stream',
      retryable: false,
      partial: 'ok',
    });
    expect(await faultOf({ chat: { url: `${url}/nothing` } })).toMatchObject({ status: 'error', type: 'empty_stream' });
    expect(await faultOf({ chat: { url: `${url}/page`, response: 'sse' } })).toMatchObject({
      status: 'error',
      type: 'wrong_content_type',
    });
    expect(await faultOf({ chat: { url: `${url}/page` } })).toMatchObject({
      status: 'error',
      type: 'wrong_content_type',
    });
    expect(await faultOf({ chat: { url: `${url}/json`, response: 'sse' } })).toMatchObject({
      status: 'error',
      type: 'wrong_content_type',
    });
    expect(await faultOf({ chat: { url: `${url}/json` } })).toMatchObject({
      status: 'error',
      type: 'malformed_response',
    });
    expect(await faultOf({ chat: { url: `${url}/mapping` } })).toMatchObject({
      status: 'error',
      type: 'mapping_error',
    });
    expect(await faultOf({ chat: { url: `${url}/results` } })).toMatchObject({
      status: 'error',
      type: 'mapping_error',
    });
  });

  it('invalid UTF-8 and a declared encoding', async () => {
    const url = await startService((request, response) => {
      const isGbk = request.url === '/gbk';
      response.writeHead(200, { 'content-type': `text/event-stream${isGbk ? '; charset=gbk' : ''}` });
      response.write('data: {"delta":"ok"}\n\n');
      response.end(Buffer.concat([Buffer.from('data: {"delta":"'), Buffer.from([0xc4, 0xe3]), Buffer.from('"}\n\n')]));
    });
    expect(await faultOf({ chat: { url } })).toEqual({
      status: 'error',
      type: 'invalid_utf8',
      retryable: false,
      partial: 'ok',
    });
    expect(await faultOf({ chat: { url: `${url}/gbk` } })).toMatchObject({ status: 'success', partial: 'ok你' });
  });

  it('an answer beyond the limit is cut off, its beginning kept', async () => {
    const url = await startService((_request, response) => {
      response.writeHead(200, SSE);
      const delta = `data: {"delta":"${'x'.repeat(65_536)}"}\n\n`;
      const pump = (): void => {
        while (response.write(delta));
        response.once('drain', pump);
      };
      response.on('error', () => undefined);
      pump();
    });
    const [record] = await recordTarget({ chat: { url } }, 1);
    expect([record?.final_status, record?.error?.error_type]).toEqual(['error', 'too_large']);
    expect(record?.response?.answer).toBe('x'.repeat(1_000_000));
    expect(record?.error?.metadata['max_bytes']).toBe(52_428_800);
    expect(Number(record?.error?.metadata['answer_characters'])).toBeGreaterThan(50_000_000);
  });

  it('redirects are followed within the origin and with their method only', async () => {
    const other = await startService((_request, response) => sendJson(response, { answer: 'elsewhere' }));
    const url = await startService((request, response) => {
      if (request.url === '/new') sendJson(response, { answer: `${request.method} arrived` });
      else if (request.url === '/loop') response.writeHead(307, { location: '/loop' }).end();
      else if (request.url === '/out') response.writeHead(307, { location: other }).end();
      else response.writeHead(Number(request.url?.slice(1)), { location: '/new' }).end();
    });
    expect(await faultOf({ chat: { url: `${url}/307` } })).toMatchObject({
      status: 'success',
      partial: 'POST arrived',
    });
    expect(await faultOf({ chat: { url: `${url}/302` } })).toMatchObject({
      status: 'error',
      type: 'redirect',
      retryable: false,
    });
    expect(await faultOf({ chat: { url: `${url}/302`, method: 'GET' } })).toMatchObject({
      status: 'success',
      partial: 'GET arrived',
    });
    expect(await faultOf({ chat: { url: `${url}/loop` } })).toMatchObject({ type: 'redirect' });
    expect(await faultOf({ chat: { url: `${url}/out` } })).toMatchObject({ type: 'redirect', partial: null });
  });

  it('DNS, TLS, refused and broken connections', async () => {
    expect(await faultOf({ chat: { url: 'http://no-such-host.invalid/' } })).toMatchObject({
      status: 'error',
      type: 'dns',
    });
    expect(await faultOf({ chat: { url: await findClosedPort() } })).toMatchObject({
      status: 'error',
      type: 'connection_refused',
      retryable: true,
    });
    const plain = await startRaw('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    expect(await faultOf({ chat: { url: `https://${plain}/` } })).toMatchObject({
      status: 'error',
      type: 'tls',
      retryable: false,
    });
    const closing = await startRaw('');
    expect(await faultOf({ chat: { url: `http://${closing}/` } })).toMatchObject({
      status: 'error',
      type: 'connection_closed',
    });
  });

  it('statuses in a stream, by event type and by mapped word', async () => {
    const bodies: Readonly<Record<string, string>> = {
      '/reject': 'event: message\ndata: {"delta":"no"}\n\nevent: reject\ndata: {}\n\n',
      '/cancel': 'event: message\ndata: {"delta":"st"}\n\nevent: cancel\ndata: {}\n\n',
      '/error': 'event: message\ndata: {"delta":"oh"}\n\nevent: error\ndata: {"detail":"index offline"}\n\n',
      '/own': 'event: message\ndata: {"delta":"hm","phase":"VETO"}\n\n',
    };
    const url = await startService((request, response) => {
      response.writeHead(200, SSE);
      response.end(bodies[request.url ?? '']);
    });
    const chat = (path: string): unknown => ({
      url: `${url}${path}`,
      events: { message: { answer: 'delta', status: 'phase' }, error: { message: 'detail' } },
    });
    expect(await faultOf({ chat: chat('/reject') })).toMatchObject({ status: 'refused', partial: 'no', type: null });
    expect(await faultOf({ chat: chat('/cancel') })).toMatchObject({
      status: 'cancelled',
      partial: 'st',
      type: 'cancelled',
    });
    expect(await faultOf({ chat: chat('/error') })).toMatchObject({ status: 'error', partial: 'oh', type: 'error' });
    expect(await faultOf({ chat: chat('/own'), statuses: { VETO: 'refused' } })).toMatchObject({ status: 'refused' });
    expect(await faultOf({ chat: chat('/own') })).toMatchObject({ status: 'success' });
    const [told] = await recordTarget({ chat: chat('/error') }, 1);
    expect(told?.error?.message).toBe('index offline');
  });

  it('mixed: of 40 questions each ends as what happened to it, none is lost', async () => {
    const outcomes = ['fine', 'limited', 'broken', 'silent', 'half'] as const;
    const url = await startService((request, response) => {
      const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('q')?.slice('ask q'.length));
      const outcome = outcomes[number % outcomes.length];
      if (outcome === 'fine') sendJson(response, { answer: `fine ${number}` });
      if (outcome === 'limited') sendJson(response, {}, 429);
      if (outcome === 'broken') response.destroy();
      if (outcome === 'half') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"ans', () => response.destroy());
      }
    });
    const records = await recordTarget({ chat: { url: `${url}/?q={{query}}` } }, 40, {
      concurrency: 40,
      timeoutMs: 4000,
    });
    expect(records.map((record) => record.query_id)).toEqual(Array.from({ length: 40 }, (_, index) => `q${index + 1}`));
    const expected = {
      fine: null,
      limited: 'rate_limited',
      broken: 'connection_closed',
      silent: 'timeout',
      half: 'connection_closed',
    };
    expect(records.map((record) => record.error?.error_type ?? null)).toEqual(
      Array.from({ length: 40 }, (_, index) => expected[outcomes[(index + 1) % outcomes.length] ?? 'fine']),
    );
  });
});

describe('parseRetryAfter', () => {
  it('reads seconds and dates, and nothing else', () => {
    const now = new Date('2026-06-01T06:30:00Z');
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter('0.5', now)).toBe(500);
    expect(parseRetryAfter('Mon, 01 Jun 2026 06:30:10 GMT', now)).toBe(10_000);
    expect(parseRetryAfter('Mon, 01 Jun 2026 06:29:00 GMT', now)).toBe(0);
    for (const header of [null, '', 'soon', '-1', '1e3', 'Monday'])
      expect(parseRetryAfter(header, now)).toBeUndefined();
  });
});
