import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { formatScores, ReportcardError } from '@reportcard/report-schema';
import { parseArtefactPath } from '../artefact-path.ts';
import { redactInput } from '../redact/redact-input.ts';
import { readArtefact, renderArtefacts } from '../render-artefacts.ts';
import type { RenderInput } from '../render-input.ts';
import type { Renderer } from '../renderer.ts';
import { freezeDeep } from '../view-model/freeze.ts';
import { createFixtureContext } from './fixture-context.ts';
import { buildFixtureInput } from './fixtures/build-input.ts';
import type { FixtureCase } from './fixtures/fixture-case.ts';
import { createFixture, FIXTURES } from './fixtures/fixtures.ts';

/** A renderer with the options the suite renders with. */
export interface RendererUnderTest {
  readonly renderer: Renderer<unknown>;
  readonly options?: unknown;
}

/** One promise of the renderer contract. */
export interface RendererCheck {
  readonly title: string;
  run(subject: RendererUnderTest): Promise<void>;
}

interface RenderedFile {
  readonly path: string;
  readonly media_type: string;
  readonly text: string;
}

async function renderFiles(
  { renderer, options }: RendererUnderTest,
  input: RenderInput,
  locale: 'zh-CN' | 'en' = 'zh-CN',
): Promise<readonly RenderedFile[]> {
  const artefacts = await renderArtefacts(renderer, input, options, createFixtureContext(locale));
  const files: RenderedFile[] = [];
  for (const { path, media_type, body } of artefacts) {
    const bytes = await readArtefact(body);
    files.push({ path, media_type, text: Buffer.from(bytes).toString(isText(media_type) ? 'utf8' : 'latin1') });
  }
  return files;
}

function isText(mediaType: string): boolean {
  return /^text\/|json|xml/.test(mediaType);
}

/** The part of a page in which a tag would be one: Markdown without its code; empty for what is no markup. */
function markupOf({ media_type, text }: RenderedFile): string {
  if (media_type.startsWith('text/html')) return text;
  if (!media_type.startsWith('text/markdown')) return '';
  return text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '').replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '');
}

const MARKER = 'Zebra-Marker-4711';

const MARKED: FixtureCase = {
  query_id: 'Q1',
  intent_l1: 'L1',
  intent_l2: 'I1',
  user_input: `${MARKER} question`,
  reference: `${MARKER} reference`,
  answer: `${MARKER} answer`,
  scores: { 'hit@5': 0, answer_correctness: 0 },
  failure_reasons: ['hit@5_miss', 'answer_correctness_low(0.00)'],
};

const EVERY_FIXTURE: readonly RendererCheck[] = FIXTURES.map((fixture) => ({
  title: `renders the fixture "${fixture.name}" in Chinese and English, no NaN and no object in the text`,
  async run(subject) {
    for (const locale of ['zh-CN', 'en'] as const) {
      for (const { path, text } of await renderFiles(subject, fixture.create(), locale)) {
        ok(!/\bNaN\b|\[object /.test(text), `${path} holds NaN or [object …]`);
      }
    }
  },
}));

const CONTRACT: readonly RendererCheck[] = [
  {
    title: 'has a kebab-case name, a description and API version 1',
    async run({ renderer }) {
      ok(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(renderer.name), `the name ${renderer.name} is not kebab-case`);
      notEqual(renderer.description.trim(), '');
      equal(renderer.apiVersion, 1);
    },
  },
  {
    title: 'makes at least one artefact, with safe and unique paths',
    async run(subject) {
      const files = await renderFiles(subject, createFixture('full'));
      ok(files.length > 0, 'no artefact');
      for (const { path, media_type } of files) {
        equal(parseArtefactPath(path), path);
        ok(/^[\w.+-]+\/[\w.+-]+/.test(media_type), `the media type ${media_type} is not one`);
      }
      equal(new Set(files.map((file) => file.path.toLowerCase())).size, files.length);
    },
  },
  {
    title: 'shows a score of 0 otherwise than a missing score',
    async run(subject) {
      const [zero, missing] = [
        await renderFiles(subject, { ...createFixture('a score of zero'), scores_sha256: '0'.repeat(64) }),
        await renderFiles(subject, { ...createFixture('a score of null'), scores_sha256: '0'.repeat(64) }),
      ];
      const strip = (files: readonly RenderedFile[]): string =>
        files.map((file) => file.text.replace(/\b[0-9a-f]{16,64}\b/g, '')).join('\n');
      notEqual(
        strip(zero),
        strip(missing),
        'the text is the same whether the only sample scored 0 or has no score: show values, and null as “—”',
      );
    },
  },
  {
    title: 'refuses unknown options with a config error',
    async run({ renderer }) {
      const given = { an_option_that_no_renderer_has: true };
      const context = createFixtureContext();
      await rejects(
        renderArtefacts(renderer, createFixture('full'), given, context),
        (error) => error instanceof ReportcardError && error.code === 'config',
      );
    },
  },
  {
    title: 'gives equal bytes for equal input',
    async run(subject) {
      deepEqual(await renderFiles(subject, createFixture('full')), await renderFiles(subject, createFixture('full')));
    },
  },
  {
    title: 'leaves a frozen input unchanged',
    async run(subject) {
      const input = freezeDeep(createFixture('full'));
      const before = [...formatScores(input.scores)].join('');
      await renderFiles(subject, input);
      equal([...formatScores(input.scores)].join(''), before);
    },
  },
  {
    title: 'needs no more than the scores',
    async run(subject) {
      const { scores, scores_sha256 } = createFixture('full');
      const files = await renderFiles(subject, { scores, scores_sha256, failures: [] });
      ok(files.length > 0, 'no artefact');
    },
  },
  {
    title: 'writes the hash of the scores into every artefact that is text',
    async run(subject) {
      const input = createFixture('full');
      const hash = input.scores_sha256.slice(0, 16);
      for (const { path, media_type, text } of await renderFiles(subject, input)) {
        ok(!isText(media_type) || text.includes(hash), `${path} does not carry ${hash}`);
      }
    },
  },
  {
    title: 'lets no tag through from hostile text',
    async run(subject) {
      for (const file of await renderFiles(subject, createFixture('hostile text'))) {
        ok(!/<script>alert|<img src=x|<a href=x/.test(markupOf(file)), `${file.path} holds a tag from the data`);
      }
    },
  },
  {
    title: 'shows no customer text of a redacted input',
    async run(subject) {
      const plain = buildFixtureInput([MARKED]);
      for (const { path, text } of await renderFiles(subject, redactInput(plain))) {
        ok(!text.includes(MARKER), `${path} holds text of a redacted input`);
      }
    },
  },
];

/** All checks of the renderer contract, in the order they are declared. */
export const RENDERER_CHECKS: readonly RendererCheck[] = [...CONTRACT, ...EVERY_FIXTURE];
