import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/benchmarks');

afterEach(() => vi.unstubAllGlobals());

/** Answers every request with one body and keeps the addresses. */
function stubFetch(respond: () => Response): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return respond();
  });
  return asked;
}

function configure(benchmark: Readonly<Record<string, unknown>>): string {
  const cwd = createFolder();
  writeFileSync(path.join(cwd, 'reportcard.config.json'), JSON.stringify({ benchmark, target: { kind: 'demo' } }));
  return cwd;
}

describe('run --download', () => {
  const rgb = readFileSync(path.join(FIXTURES, 'rgb/data/zh_refine.json'));

  it('fetches what the folder lacks, once, and records', async () => {
    const asked = stubFetch(() => new Response(rgb));
    const cwd = configure({ format: 'rgb', path: 'rgb' });
    const first = await callCli(['run', '--name', 'a', '--download'], { cwd });
    expect([first.code, first.err]).toEqual([0, expect.stringContaining('note: downloading data/zh_refine.json from')]);
    expect(readFileSync(path.join(cwd, 'rgb/data/zh_refine.json'))).toEqual(rgb);
    expect((await callCli(['run', '--name', 'b', '--download'], { cwd })).code).toBe(0);
    expect(asked).toEqual(['https://raw.githubusercontent.com/chen700564/RGB/HEAD/data/zh_refine.json']);
  });

  it('asks nobody without the flag and says that there is one', async () => {
    const asked = stubFetch(() => new Response(rgb));
    const cwd = configure({ format: 'rgb', path: '.' });
    const call = await callCli(['run', '--name', 'a'], { cwd });
    expect([call.code, call.err]).toEqual([2, expect.stringContaining('run --download')]);
    expect(asked).toEqual([]);
  });

  it('keeps no file whose checksum is not that of the published one, with exit 4', async () => {
    stubFetch(() => new Response('doc_name|q_uid|question|answer_1|answer_2\n'));
    const cwd = configure({ format: 'uda', path: 'uda', split: 'fin' });
    const call = await callCli(['run', '--download'], { cwd });
    expect([call.code, call.err]).toEqual([4, expect.stringContaining('its SHA-256 is')]);
    expect(readdirSync(path.join(cwd, 'uda/qa'))).toEqual([]);
  });

  it('says of an answer that is none what to do, with exit 4', async () => {
    stubFetch(() => new Response('no', { status: 404 }));
    const cwd = configure({ format: 'rgb', path: 'rgb' });
    const call = await callCli(['run', '--download', '--dry-run'], { cwd });
    expect([call.code, call.err]).toEqual([4, expect.stringContaining('status 404')]);
    expect(existsSync(path.join(cwd, 'rgb/data/zh_refine.json'))).toBe(false);
  });
});
