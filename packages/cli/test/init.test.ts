import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';

describe.each(['en', 'zh'])('init --lang %s', (language) => {
  it('writes a configuration and ten cases that run at once', async () => {
    const cwd = createFolder();
    const init = await callCli(['init', '--lang', language], { cwd });
    expect(init.code).toBe(0);
    const cases = readFileSync(path.join(cwd, 'cases.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(cases).toHaveLength(10);
    expect(cases.some((item) => item['should_refuse'] === true)).toBe(true);
    expect(cases.some((item) => item['requires_rag'] === false)).toBe(true);
    expect((await callCli(['validate'], { cwd })).code).toBe(0);
    const all = await callCli(['all', '--quiet'], { cwd });
    expect(all.err).toBe('');
    expect(all.code).toBe(0);
    for (const file of ['_scores.json', 'report.md', 'per_sample.csv', 'failures.jsonl', 'slides.html']) {
      expect(existsSync(path.join(cwd, 'reports', 'first_20260601_063022', file))).toBe(true);
    }
  });
});

describe('init', () => {
  it('never replaces a file', async () => {
    const cwd = createFolder();
    writeFileSync(path.join(cwd, 'cases.jsonl'), 'mine');
    const call = await callCli(['init'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('cases.jsonl: the file exists already');
    expect(readFileSync(path.join(cwd, 'cases.jsonl'), 'utf8')).toBe('mine');
    expect(existsSync(path.join(cwd, 'reportcard.config.ts'))).toBe(false);
  });
});
