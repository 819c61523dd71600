import { readArtefact } from '@reportcard/renderer-kit';
import { createFixture, createFixtureContext, HOSTILE_TEXTS, testRenderer } from '@reportcard/renderer-kit/testing';
import { type FailureRecord, FailureRecordSchema } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import jsonlRenderer, { formatFailures, jsonlRenderer as named } from '../src/index.ts';

testRenderer(jsonlRenderer, { describe, it });

async function renderText(name: string): Promise<string> {
  const [artefact] = [...(await jsonlRenderer.render(createFixture(name), undefined, createFixtureContext()))];
  return Buffer.from(await readArtefact(artefact?.body ?? '')).toString('utf8');
}

async function readLines(name: string): Promise<FailureRecord[]> {
  const lines = (await renderText(name)).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => FailureRecordSchema.parse(JSON.parse(line)));
}

describe('failures.jsonl', () => {
  it('is the default and a named export', () => {
    expect(named).toBe(jsonlRenderer);
  });

  it('holds one line a failed sample, in the order of the failures', async () => {
    const input = createFixture('full');
    const lines = await readLines('full');
    expect(lines).toHaveLength(24);
    expect(lines.map((line) => line.query_id)).toEqual(input.failures.map((failure) => failure.query_id));
  });

  it('keeps all causes of a sample in pipeline order', async () => {
    const [first] = await readLines('full');
    expect(first?.failure_reasons).toEqual(['hit@5_miss', 'answer_correctness_low(0.10)']);
  });

  it('carries the first 16 digits of the hash of the scores in every line', async () => {
    const { scores_sha256 } = createFixture('full');
    const hashes = new Set((await readLines('full')).map((line) => line.scores_sha256));
    expect([...hashes]).toEqual([scores_sha256.slice(0, 16)]);
  });

  it('is empty when nothing failed', async () => {
    expect(await renderText('all pass')).toBe('');
  });

  it('keeps a score of 0 as 0 and a missing score out of the scores', async () => {
    const [zero] = await readLines('a score of zero');
    const [missing] = await readLines('a score of null');
    expect(zero?.scores['hit@5']).toBe(0);
    expect(missing?.scores['hit@5']).toBeUndefined();
  });

  it('tells failures from a bare scores file when none are given', async () => {
    const { scores, scores_sha256 } = createFixture('full');
    const input = { scores, scores_sha256, failures: [] };
    const [artefact] = [...(await jsonlRenderer.render(input, undefined, createFixtureContext()))];
    const text = Buffer.from(await readArtefact(artefact?.body ?? '')).toString('utf8');
    const [first] = text.split('\n').map((line) => (line === '' ? null : FailureRecordSchema.parse(JSON.parse(line))));
    expect(text.split('\n')).toHaveLength(25);
    expect(first).toMatchObject({ query_id: 'S1-14', user_input: null, retrieved_doc_ids: null });
  });

  it('gives hostile text back as it was', async () => {
    const lines = await readLines('hostile text');
    const wellFormed = HOSTILE_TEXTS.filter((text) => !/\p{Surrogate}/u.test(text));
    const texts = lines.map((line) => line.user_input);
    expect(texts).toEqual(expect.arrayContaining(wellFormed));
    expect(lines).toHaveLength(HOSTILE_TEXTS.length);
  });

  it('comes in chunks that do not grow with the number of failures', () => {
    const { failures } = createFixture('hostile text');
    const many = Array.from({ length: 200 }, () => failures).flat();
    const chunks = [...formatFailures(many, 'f'.repeat(64))];
    expect(chunks.length).toBeGreaterThan(50);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(200_000);
  });
});
