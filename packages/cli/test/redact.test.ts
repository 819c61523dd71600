import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';
import { createRecord, writeRun } from './write-run.ts';

const MARKER = 'Zebrafink';

describe('report --redact', () => {
  it('leaves no customer text in any artefact, keeps ids and numbers, and does not touch the working sheet', async () => {
    const cwd = createFolder();
    const texts = {
      user_input: `question ${MARKER}`,
      reference: `reference ${MARKER}`,
      reference_answers: [`answer ${MARKER}`],
      reference_contexts: [`context ${MARKER}`],
      response: {
        answer: `answer ${MARKER}`,
        results: [{ id: 'x', text: `passage ${MARKER}` }],
        citations: [{ id: 'c', text: `cited ${MARKER}` }],
      },
    };
    writeRun(cwd, 'v1', [
      createRecord('ID-1', false, texts),
      createRecord('ID-2', true, { ...texts, final_status: 'error', error: { message: `failed on ${MARKER}` } }),
    ]);
    await callCli(['score', 'v1'], { cwd });
    await callCli(['report', 'v1'], { cwd });
    const sheet = readFileSync(path.join(cwd, 'reports/v1/per_sample.csv'));
    expect(sheet.toString()).toContain(MARKER);
    const call = await callCli(['report', 'v1', '--redact', '--lang', 'en'], { cwd });
    expect(call.code).toBe(0);
    expect(readFileSync(path.join(cwd, 'reports/v1/per_sample.csv')).equals(sheet)).toBe(true);
    const folder = path.join(cwd, 'reports/v1/redacted');
    expect(readdirSync(folder).sort()).toEqual(['failures.jsonl', 'per_sample.csv', 'report.md', 'slides.html']);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      expect(text, name).not.toContain(MARKER);
      expect(text.length, name).toBeGreaterThan(100);
    }
    expect(readFileSync(path.join(folder, 'failures.jsonl'), 'utf8')).toContain('ID-1');
    expect(readFileSync(path.join(cwd, 'reports/v1/_scores.json'), 'utf8')).not.toContain(MARKER);
    expect(existsSync(path.join(folder, '_scores.json'))).toBe(false);
  });
});
