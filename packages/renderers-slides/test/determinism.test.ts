import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RenderInput } from '@reportcard/renderer-kit';
import { buildFixtureInput, createManyIntents } from '@reportcard/renderer-kit/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from './fixtures/render-html.ts';
import { createShopInput } from './fixtures/shop-input.ts';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const PACKAGE = path.dirname(HERE);
const folder = mkdtempSync(path.join(tmpdir(), 'slides-process-'));
const script = path.join(folder, 'src', 'print-deck.mjs');

/** Bundles the fixture with the renderer, beside its templates, so that a plain Node can run it. */
async function prepareProcess(): Promise<void> {
  mkdirSync(path.join(folder, 'src'));
  cpSync(path.join(PACKAGE, 'templates'), path.join(folder, 'templates'), { recursive: true });
  symlinkSync(path.join(PACKAGE, '..', '..', 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    entryPoints: [path.join(HERE, 'fixtures', 'print-deck.ts')],
    outdir: path.dirname(script),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@reportcard/source'],
    external: ['nunjucks', 'zod', 'd3-array', 'd3-scale', 'd3-shape'],
    logLevel: 'error',
  });
}

function runProcess(environment: Readonly<Record<string, string>>): string[] {
  const output = execFileSync(process.execPath, [script], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return output.trim().split(' ');
}

describe('equal input gives equal bytes', () => {
  beforeAll(prepareProcess, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('again, in new processes, in other time zones and locales', async () => {
    const here = [];
    for (const locale of ['zh-CN', 'en'] as const) {
      here.push(
        createHash('sha256')
          .update(await renderHtml(createShopInput(), {}, locale))
          .digest('hex'),
      );
    }
    expect(runProcess({ TZ: 'UTC', LANG: 'C', LC_ALL: 'C' })).toEqual(here);
    expect(runProcess({ TZ: 'Pacific/Kiritimati', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8' })).toEqual(here);
    expect(runProcess({ TZ: 'America/St_Johns', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' })).toEqual(here);
  }, 120_000);
});

describe('the size of a deck', () => {
  const sizeOf = async (input: RenderInput): Promise<number> => Buffer.byteLength(await renderHtml(input)) / 1024;

  it('grows by no more than 120 KiB for 120 second-level intents', async () => {
    const small = await sizeOf(buildFixtureInput(createManyIntents(1)));
    expect((await sizeOf(buildFixtureInput(createManyIntents(120)))) - small).toBeLessThanOrEqual(120);
  });

  it('stays under 350 KiB for the show case', async () => {
    expect(await sizeOf(createShopInput())).toBeLessThanOrEqual(350);
  });
});
