import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmbedder, createJudge, fromEmbeddingModel, fromLanguageModel } from '../../src/index.ts';
import { embedText, type LoopbackServer, rejectWith, replyWith, startLoopbackServer } from '../../src/testing/index.ts';
import { numberRequest } from '../ask-fixture.ts';
import { createFastClock, openStage, scoreAll } from '../open-stage.ts';
import { sampleTask } from '../sample-task.ts';

let server: LoopbackServer;
let provider: ReturnType<typeof createOpenAICompatible>;
beforeEach(async () => {
  server = await startLoopbackServer({
    chat: ({ body }) => {
      if (!JSON.stringify(body['messages']).includes('a number')) return undefined;
      return 'temperature' in body ? rejectWith(400, 'temperature is not supported') : replyWith('{"n": 7}');
    },
  });
  provider = createOpenAICompatible({ name: 'mine', baseURL: server.baseURL, supportsStructuredOutputs: true });
});
afterEach(() => server.close());

describe('models of the AI SDK', () => {
  it('judge with the same ladder, drops and repairs', async () => {
    const judge = createJudge(fromLanguageModel(provider.chatModel('qwen-judge')), { clock: createFastClock() });
    expect(judge).toMatchObject({ id: 'ai-sdk:mine.chat', model: 'qwen-judge', families: ['qwen'] });
    expect(await judge.ask(numberRequest())).toMatchObject({ value: 7, format: 'json_schema' });
    expect(server.chats).toHaveLength(2);
  });

  it('embed', async () => {
    const embedder = createEmbedder(fromEmbeddingModel(provider.embeddingModel('e')), { clock: createFastClock() });
    expect((await embedder.embed(['one'])).vectors).toEqual([embedText('one')]);
  });

  it('make a stage', async () => {
    const stage = await openStage(server, {
      model: fromLanguageModel(provider.chatModel('j')),
      embeddingSource: fromEmbeddingModel(provider.embeddingModel('e')),
    });
    const { evidence } = await scoreAll(stage, [sampleTask('Q1')]);
    expect(Object.values(evidence).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(stage.info.id).toBe('ai-sdk:mine.chat');
  });

  it('must be objects: a bare id would go to a hosted gateway', () => {
    expect(() => fromLanguageModel('gpt-4o' as never)).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(() => fromEmbeddingModel('text-embedding-3-small' as never)).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });
});
