import { describe, expect, it } from 'vitest';
import { type Artefact, type Renderer, type RenderInput, readArtefact, renderArtefacts } from '../../src/index.ts';
import { createFixture, createFixtureContext, RENDERER_CHECKS, testRenderer } from '../../src/testing/index.ts';

const SOUND: Renderer<unknown> = {
  name: 'sound',
  apiVersion: 1,
  description: 'lists what was scored',
  render: (input: RenderInput): Artefact[] => {
    const lines = Object.entries(input.scores.per_sample).map(([id, sample]) =>
      JSON.stringify({ id, scores: sample.scores }),
    );
    return [
      { path: 'sound.jsonl', media_type: 'application/x-ndjson', body: [input.scores_sha256, ...lines].join('\n') },
    ];
  },
};

function bodyOf(render: (input: RenderInput) => string, mediaType = 'text/plain'): Renderer<unknown> {
  return { ...SOUND, render: (input) => [{ path: 'x.txt', media_type: mediaType, body: render(input) }] };
}

async function runCheck(title: string, renderer: Renderer<unknown>): Promise<void> {
  const check = RENDERER_CHECKS.find((candidate) => candidate.title === title);
  if (check === undefined) throw new RangeError(`no check ${title}`);
  await check.run({ renderer });
}

testRenderer(SOUND, { describe, it });

describe('the contract suite finds', () => {
  it.each<[string, Renderer<unknown>, string]>([
    ['a bad name', { ...SOUND, name: 'Not Kebab' }, 'has a kebab-case name, a description and API version 1'],
    [
      'a path that climbs',
      { ...SOUND, render: () => [{ path: '../x', media_type: 'text/plain', body: '' }] },
      'makes at least one artefact, with safe and unique paths',
    ],
    [
      'a double path',
      {
        ...SOUND,
        render: (input) => ['x', 'X'].map((path) => ({ path, media_type: 'text/plain', body: input.scores_sha256 })),
      },
      'makes at least one artefact, with safe and unique paths',
    ],
    [
      '0 shown as blank',
      bodyOf(({ scores, scores_sha256 }) =>
        [scores_sha256, ...Object.values(scores.per_sample).map((sample) => sample.scores['hit@5'] || '')].join('\n'),
      ),
      'shows a score of 0 otherwise than a missing score',
    ],
    [
      'options that are not checked',
      {
        ...SOUND,
        options: { '~standard': { version: 1, vendor: 'x', validate: (value) => ({ value }) } },
      },
      'refuses unknown options with a config error',
    ],
    ['bytes that change', bodyOf((input) => input.scores_sha256 + Math.random()), 'gives equal bytes for equal input'],
    [
      'a changed input',
      bodyOf((input) => {
        input.scores.meta.warnings.push('mine');
        return input.scores_sha256;
      }),
      'leaves a frozen input unchanged',
    ],
    ['no hash of the scores', bodyOf(() => 'x'), 'writes the hash of the scores into every artefact that is text'],
    [
      'a tag from the data',
      bodyOf((input) => input.scores_sha256 + Object.keys(input.scores.by_intent_l2).join(''), 'text/html'),
      'lets no tag through from hostile text',
    ],
    [
      'text of a redacted input taken from elsewhere',
      bodyOf((input) => input.scores_sha256 + (input.scores.per_sample['Q1'] === undefined ? '' : 'Zebra-Marker-4711')),
      'shows no customer text of a redacted input',
    ],
  ])('%s', async (_name, renderer, title) => {
    await expect(runCheck(title, renderer)).rejects.toThrow();
  });
});

describe('renderArtefacts', () => {
  it('refuses a renderer made for another contract', async () => {
    const other = { ...SOUND, apiVersion: 2 } as unknown as Renderer<unknown>;
    await expect(
      renderArtefacts(other, createFixture('full'), undefined, createFixtureContext()),
    ).rejects.toMatchObject({ code: 'config', expected: 'apiVersion 1' });
  });

  it('lets the error of a renderer pass', async () => {
    const failing: Renderer<unknown> = {
      ...SOUND,
      render: () => {
        throw new TypeError('mine');
      },
    };
    await expect(renderArtefacts(failing, createFixture('full'), undefined, createFixtureContext())).rejects.toThrow(
      'mine',
    );
  });
});

describe('readArtefact', () => {
  async function* slowly() {
    yield 'a';
    yield '选';
  }

  it.each([
    ['a text', 'a选'],
    ['bytes', Buffer.from('a选')],
    ['an iterable', ['a', '选']],
    ['an async iterable', slowly()],
  ])('reads %s', async (_name, body) => {
    expect(Buffer.from(await readArtefact(body)).toString()).toBe('a选');
  });
});
