import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { httpFetch } from '../../src/model/http-fetch.ts';

let server: Server;
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/v1`;
}

describe('the client for requests', () => {
  it('sends method, headers and body, and reads status, headers and text', async () => {
    const url = await serve((request, response) => {
      const chunks: Uint8Array[] = [];
      request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      request.on('end', () => {
        const { method, headers } = request;
        response.writeHead(418, { 'x-mark': 'a' });
        response.end(`${method} ${headers['x-key']} ${headers['content-length']} ${Buffer.concat(chunks).toString()}`);
      });
    });
    const response = await httpFetch(url, { method: 'POST', headers: { 'x-key': 'k' }, body: '门锁' });
    expect(response).toMatchObject({ ok: false, status: 418 });
    expect(response.headers.get('x-mark')).toBe('a');
    expect(await response.text()).toBe('POST k 6 门锁');
  });

  it('gives the body as a stream too', async () => {
    const url = await serve((_, response) => response.end('{"a": 1}'));
    const reader = (await httpFetch(url)).body?.getReader();
    const { value, done } = (await reader?.read()) ?? {};
    expect([Buffer.from(value ?? []).toString(), done]).toEqual(['{"a": 1}', false]);
    expect((await reader?.read())?.done).toBe(true);
  });

  it('understands a server that compresses though it was asked not to', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'x-asked': String(request.headers['accept-encoding']) });
      response.end(gzipSync('{"a": 1}'));
    });
    const response = await httpFetch(url);
    expect(await response.json()).toEqual({ a: 1 });
    expect(response.headers.get('x-asked')).toBe('identity');
  });

  it.each<[string, RequestListener]>([
    ['that is dropped', (request) => request.socket.destroy()],
    [
      'that ends half-way',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{');
        setTimeout(() => request.socket.destroy(), 5);
      },
    ],
    [
      'that is no valid gzip',
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end('plain');
      },
    ],
  ])('rejects with a TypeError for an answer %s', async (_, listener) => {
    const url = await serve(listener);
    await expect(httpFetch(url)).rejects.toThrow(TypeError);
  });

  it('rejects with the reason of an abort', async () => {
    const url = await serve(() => undefined);
    const controller = new AbortController();
    const asked = httpFetch(url, { signal: controller.signal });
    controller.abort(new Error('stop'));
    await expect(asked).rejects.toThrow('stop');
  });
});
