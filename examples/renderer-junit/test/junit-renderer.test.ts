import { readArtefact, renderArtefacts } from '@reportcard/renderer-kit';
import { createFixture, createFixtureContext, testRenderer } from '@reportcard/renderer-kit/testing';
import { describe, expect, it } from 'vitest';
import junitRenderer from '../src/index.ts';

testRenderer(junitRenderer, { describe, it });

async function render(options: unknown = {}): Promise<string> {
  const context = createFixtureContext('en');
  const [artefact] = await renderArtefacts(junitRenderer, createFixture('one sample'), options, context);
  return new TextDecoder().decode(await readArtefact(artefact?.body ?? ''));
}

describe('samples.junit.xml', () => {
  it('has one test case a sample', async () => {
    expect((await render()).match(/<testcase /g)).toHaveLength(1);
  });

  it('is named by its option', async () => {
    expect(await render({ suite: 'shop' })).toContain('<testsuites name="shop">');
  });
});
