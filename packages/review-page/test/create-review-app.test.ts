import { ReportcardError } from '@reportcard/report-schema';
import type { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createReviewApp } from '../src/index.ts';
import { createMemoryReport, type MemoryReport } from './fixtures/memory-report.ts';
import { createShopReview } from './fixtures/shop-review.ts';

const HOST = '127.0.0.1:4173';
const TOKEN = 'right-token';
const SECRET = { host: HOST, 'x-reportcard-token': TOKEN };
const WRITE = { ...SECRET, origin: `http://${HOST}`, 'content-type': 'application/json' };

function serve(): { readonly app: Hono; readonly report: MemoryReport; readonly errors: unknown[] } {
  const shop = createShopReview('en', 1);
  const report = createMemoryReport(shop.scores, shop);
  const errors: unknown[] = [];
  const app = createReviewApp({
    report,
    token: TOKEN,
    allowedHosts: () => [HOST, 'localhost:4173'],
    locale: 'en',
    reportCommand: 'reportcard report v1',
    assets: { script: 'const a = "</script>";', style: 'body{}' },
    onError: (error) => errors.push(error),
  });
  return { app, report, errors };
}

async function save(app: Hono, version: unknown, edits: unknown, headers: object = WRITE): Promise<Response> {
  const body = JSON.stringify({ version, edits });
  return app.request('/api/save', { method: 'POST', headers: { ...headers }, body });
}

const FAITHFUL = { sampleId: 'S1-03', field: 'score', metric: 'faithfulness', text: '0.8' };

describe('who is answered', () => {
  it.each([
    ['no token', '/', { host: HOST }, 401],
    ['a wrong token', '/?token=wrong', { host: HOST }, 401],
    ['a re-bound name', `/?token=${TOKEN}`, { host: 'evil.example:4173' }, 403],
    ['another port', `/?token=${TOKEN}`, { host: '127.0.0.1:80' }, 403],
    ['no host', `/?token=${TOKEN}`, {}, 403],
    ['another origin', `/?token=${TOKEN}`, { host: HOST, origin: 'https://evil.example' }, 403],
    ['the opaque origin', `/?token=${TOKEN}`, { host: HOST, origin: 'null' }, 403],
    ['data without a token', '/api/review', { host: HOST }, 401],
    ['data with the token in the address only', `/api/review?token=${TOKEN}`, { host: HOST }, 401],
    ['data for another site', '/api/review', { ...SECRET, 'sec-fetch-site': 'cross-site' }, 403],
    ['data for another port of this machine', '/api/review', { ...SECRET, 'sec-fetch-site': 'same-site' }, 403],
  ])('refuses %s', async (_, path, headers, status) => {
    const { app } = serve();
    const response = await app.request(path, { headers });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('S1-03');
  });

  it.each([HOST, 'localhost:4173'])('serves the page and its data at %s', async (host) => {
    const { app } = serve();
    expect((await app.request(`/?token=${TOKEN}`, { headers: { host } })).status).toBe(200);
    const data = await app.request('/api/review', { headers: { ...SECRET, host } });
    expect(((await data.json()) as { runId: string }).runId).toBe('v1_20260601_143022');
  });

  it.each([
    ['without an origin', { ...SECRET, 'content-type': 'application/json' }, 403],
    ['from another origin', { ...WRITE, origin: 'http://127.0.0.1:8080' }, 403],
    ['of https where the page is http', { ...WRITE, origin: `https://${HOST}` }, 403],
    ['without a token', { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json' }, 401],
    ['as a form, which needs no permission of the browser', { ...WRITE, 'content-type': 'text/plain' }, 400],
  ])('refuses to write %s', async (_, headers, status) => {
    const { app, report } = serve();
    const before = report.text();
    expect((await save(app, await report.version(), [FAITHFUL], headers)).status).toBe(status);
    expect(report.text()).toBe(before);
  });

  it('never allows another origin', async () => {
    const { app } = serve();
    const headers = { ...SECRET, origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const response = await app.request('/api/save', { method, headers });
      expect(response.ok).toBe(false);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('the document', () => {
  it('runs its own script and style only, and asks no one but this server', async () => {
    const { app } = serve();
    const response = await app.request(`/?token=${TOKEN}`, { headers: { host: HOST } });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; connect-src 'self';/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toContain(TOKEN);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('saving', () => {
  it('writes the manual cell and answers with the sample', async () => {
    const { app, report } = serve();
    const response = await save(app, await report.version(), [
      FAITHFUL,
      { sampleId: 'S1-03', field: 'reviewer', text: 'Lin' },
    ]);
    expect(response.status).toBe(200);
    const reply = (await response.json()) as { version: string; samples: { id: string }[]; undo: number };
    expect(reply).toMatchObject({ kind: 'saved', version: await report.version(), undo: 1 });
    expect(reply.samples.map(({ id }) => id)).toEqual(['S1-03']);
    expect((await report.cells())['S1-03']).toMatchObject({ faithfulness_manual: '0.8', manual_reviewer: 'Lin' });
    expect(report.saves()).toBe(1);
  });

  it('writes nothing when one of several edits is no score, and lists every such edit', async () => {
    const { app, report } = serve();
    const before = report.text();
    const response = await save(app, await report.version(), [
      FAITHFUL,
      { ...FAITHFUL, metric: 'context_recall', text: '80' },
      { ...FAITHFUL, metric: 'hit@5', text: '1' },
      { ...FAITHFUL, sampleId: 'nobody' },
    ]);
    expect(response.status).toBe(422);
    const { problems } = (await response.json()) as { problems: { metric: string; message: string }[] };
    expect(problems.map(({ metric }) => metric)).toEqual(['context_recall', 'hit@5', 'faithfulness']);
    expect(problems[0]?.message).toContain('write 80% or 0.8');
    expect(report.text()).toBe(before);
  });

  it('overwrites nothing when the file changed since it was read', async () => {
    const { app, report } = serve();
    const version = await report.version();
    expect((await app.request('/api/review', { headers: SECRET })).status).toBe(200);
    await report.type({ 'S3-07': { faithfulness_manual: '0.1' } });
    const before = report.text();
    const response = await save(app, version, [FAITHFUL]);
    expect([response.status, await response.json()]).toEqual([409, { kind: 'conflict' }]);
    expect(report.text()).toBe(before);
  });

  it('refuses the version of a page that is behind another page of the same server', async () => {
    const { app, report } = serve();
    const version = await report.version();
    await save(app, version, [FAITHFUL]);
    expect((await save(app, version, [{ ...FAITHFUL, text: '0.1' }])).status).toBe(409);
    expect((await report.cells())['S1-03']?.['faithfulness_manual']).toBe('0.8');
  });

  it('goes on with the file as it is after a reload', async () => {
    const { app, report } = serve();
    await app.request('/api/review', { headers: SECRET });
    await report.type({ 'S3-07': { faithfulness_manual: '0.1' } });
    const reloaded = await app.request('/api/reload', { method: 'POST', headers: WRITE, body: '{}' });
    const { version } = (await reloaded.json()) as { version: string };
    expect((await save(app, version, [FAITHFUL])).status).toBe(200);
    const cells = await report.cells();
    expect([cells['S1-03']?.['faithfulness_manual'], cells['S3-07']?.['faithfulness_manual']]).toEqual(['0.8', '0.1']);
  });

  it.each([
    ['no JSON', '{'],
    ['no edits', '{"version":null}'],
    ['an unknown field', '{"version":null,"edits":[{"sampleId":"S1-03","field":"inputs_sha256","text":"x"}]}'],
    [
      'a number in place of a text',
      '{"version":null,"edits":[{"sampleId":"S1-03","field":"score","metric":"faithfulness","text":1}]}',
    ],
    ['no object', '[]'],
  ])('refuses a body with %s', async (_, body) => {
    const { app } = serve();
    const response = await app.request('/api/save', { method: 'POST', headers: WRITE, body });
    expect(response.status).toBe(400);
  });

  it('refuses a body above one megabyte', async () => {
    const { app } = serve();
    const body = JSON.stringify({ version: null, edits: [], more: 'x'.repeat(1024 * 1024) });
    const headers = { ...WRITE, 'content-length': String(body.length) };
    const response = await app.request('/api/save', { method: 'POST', headers, body });
    expect(response.status).toBe(413);
  });

  it('says what a store said that cannot be written, and keeps a defect of ours to the terminal', async () => {
    const { app, report, errors } = serve();
    const version = await report.version();
    report.failWith(
      new ReportcardError({
        code: 'data',
        file: 'per_sample.csv',
        message: 'the file is open elsewhere',
        hint: 'close it',
      }),
    );
    const locked = await save(app, version, [FAITHFUL]);
    expect([locked.status, await locked.json()]).toEqual([
      503,
      { message: 'per_sample.csv: the file is open elsewhere — close it' },
    ]);
    report.failWith(new TypeError('x is not a function'));
    const broken = await save(app, version, [FAITHFUL]);
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain('x is not a function');
    expect(errors).toHaveLength(1);
    report.failWith(undefined);
    expect((await save(app, version, [FAITHFUL])).status).toBe(200);
  });
});

describe('the texts of a sample', () => {
  const ask = (app: Hono, id: string): Response | Promise<Response> =>
    app.request('/api/sample', { method: 'POST', headers: WRITE, body: JSON.stringify({ id }) });

  it('are those of the record and the evidence', async () => {
    const { app } = serve();
    const material = (await (await ask(app, 'S1-03')).json()) as Record<string, unknown>;
    expect(material).toMatchObject({
      question: 'Which phone around $400 takes good pictures, lasts all day and charges wirelessly?',
      expected: [
        { documentId: 'product_phone_mid', rank: 2 },
        { documentId: 'guide_phone_camera', rank: null },
      ],
    });
  });

  it('are not there for an unknown id', async () => {
    const { app } = serve();
    expect((await ask(app, 'nobody')).status).toBe(404);
    expect((await ask(app, '__proto__')).status).toBe(404);
  });
});
