import { afterEach, describe, expect, it } from 'vitest';
import {
  createEmbedder,
  type EmbedderOptions,
  type MeteredEmbedder,
  openaiCompatibleEmbedding,
} from '../../src/index.ts';
import {
  embedText,
  type LoopbackReply,
  type LoopbackRequest,
  type LoopbackServer,
  rejectWith,
  startLoopbackServer,
} from '../../src/testing/index.ts';
import { createFastClock } from '../open-stage.ts';

let server: LoopbackServer;
afterEach(() => server.close());

const CHECKED: EmbedderOptions = { check: { dim: 64, chinese: true } };

function open(options: EmbedderOptions = {}): MeteredEmbedder {
  const source = openaiCompatibleEmbedding({ baseURL: server.baseURL, model: 'embedder-1' });
  return createEmbedder(source, { clock: createFastClock(), ...options });
}

function inputsOf({ body }: LoopbackRequest): string[] {
  return body['input'] as string[];
}

/** Answers with what `change` makes of the proper items. */
function answerItems(
  change: (items: { index: number; embedding: unknown }[]) => unknown[],
): (request: LoopbackRequest) => LoopbackReply {
  return (request) => ({
    body: { data: change(inputsOf(request).map((text, index) => ({ index, embedding: embedText(text) }))) },
  });
}

describe('an embedder', () => {
  it('asks for plain numbers and gives one vector a text', async () => {
    server = await startLoopbackServer();
    const { vectors } = await open(CHECKED).embed(['one', 'two']);
    expect(vectors).toEqual([embedText('one'), embedText('two')]);
    expect(server.embeddings[0]?.body).toMatchObject({ encoding_format: 'float', input: ['one', 'two'] });
  });

  it('checks once that different texts get different vectors, and tells what it found', async () => {
    server = await startLoopbackServer();
    const found: unknown[] = [];
    const embedder = open({ onCheck: (check) => void found.push(check) });
    await Promise.all([embedder.embed(['one']), embedder.embed(['two'])]);
    await embedder.embed(['three']);
    expect(server.embeddings).toHaveLength(4);
    expect(found).toEqual([{ dim: 64, chinese: true }]);
  });

  it('takes vectors by their index, not by their place', async () => {
    server = await startLoopbackServer({ embeddings: answerItems((items) => items.reverse()) });
    const { vectors } = await open(CHECKED).embed(['one', 'two']);
    expect(vectors).toEqual([embedText('one'), embedText('two')]);
  });

  it('sends further parameters of the configuration', async () => {
    server = await startLoopbackServer();
    const source = openaiCompatibleEmbedding({ baseURL: server.baseURL, model: 'e', extraBody: { dimensions: 64 } });
    await createEmbedder(source, CHECKED).embed(['one']);
    expect(server.embeddings[0]?.body).toMatchObject({ dimensions: 64, input: ['one'] });
  });

  it('retries what may pass', async () => {
    server = await startLoopbackServer({ embeddings: [rejectWith(503, 'busy')] });
    expect((await open(CHECKED).embed(['one'])).vectors).toHaveLength(1);
    expect(server.embeddings).toHaveLength(2);
  });
});

describe('an answer that is no embedding', () => {
  it.each<[string, (items: { index: number; embedding: unknown }[]) => unknown[]]>([
    [
      'a text in base64 where numbers were asked for',
      (items) => items.map((item) => ({ ...item, embedding: 'AACAPwAAAEA=' })),
    ],
    ['empty vectors', (items) => items.map((item) => ({ ...item, embedding: [] }))],
    ['zero vectors', (items) => items.map((item) => ({ ...item, embedding: [0, 0, 0] }))],
    [
      'vectors of different length',
      (items) => items.map((item, i) => ({ ...item, embedding: i === 0 ? [1, 2] : [1] })),
    ],
    ['nulls', (items) => items.map((item) => ({ ...item, embedding: [null, 1] }))],
    ['too few vectors', (items) => items.slice(1)],
    ['an index twice', (items) => items.map((item) => ({ ...item, index: 0 }))],
    ['no vectors at all', () => []],
  ])('is an embedding_error, not a score, and not asked for again: %s', async (_, change) => {
    server = await startLoopbackServer({ embeddings: answerItems(change) });
    await expect(open(CHECKED).embed(['one', 'two'])).rejects.toMatchObject({
      status: 'judge_error',
      score_code: 'embedding_error',
    });
    expect(server.embeddings).toHaveLength(1);
  });

  it('is found by the check where all texts get the same vector', async () => {
    server = await startLoopbackServer({
      embeddings: answerItems((items) => items.map((item) => ({ ...item, embedding: [1, 2] }))),
    });
    const embedder = open();
    await expect(embedder.embed(['one'])).rejects.toMatchObject({ score_code: 'embedding_error' });
    await expect(embedder.embed(['two'])).rejects.toMatchObject({ score_code: 'embedding_error' });
    expect(server.embeddings).toHaveLength(1);
  });

  it('is found for Chinese texts where the model knows no Chinese', async () => {
    const blind = (request: LoopbackRequest): LoopbackReply => ({
      body: {
        data: inputsOf(request).map((text, index) => ({
          index,
          embedding: /\p{Script=Han}/u.test(text)
            ? [1, 2]
            : embedText(text)
                .slice(0, 2)
                .map((x) => x + 1 + text.length),
        })),
      },
    });
    server = await startLoopbackServer({ embeddings: blind });
    const embedder = open();
    expect((await embedder.embed(['one'])).vectors).toHaveLength(1);
    await expect(embedder.embed(['门锁'])).rejects.toMatchObject({ score_code: 'embedding_error' });
  });

  it.each([
    ['network', { drop: true }],
    ['rate_limited', rejectWith(429, 'slow down')],
    ['http_400', rejectWith(400, 'input too long')],
  ])('keeps the code of the fault where no answer came: %s', async (code, reply) => {
    server = await startLoopbackServer({ embeddings: () => reply });
    await expect(open(CHECKED).embed(['one'])).rejects.toMatchObject({ score_code: code });
  });
});
