import { describe, expect, it } from 'vitest';
import { createModuleTarget } from '../../src/http/index.ts';
import { BenchmarkRunner, type KnowledgeBase, type QueryEvent } from '../../src/index.ts';
import { createBenchmark, createEcho, numberedCases } from '../fixed-system.ts';

async function answerOf(exported: unknown): Promise<[string | null | undefined, string[], string | null]> {
  const { report } = await new BenchmarkRunner({
    benchmark: createBenchmark(numberedCases(1)),
    ...createModuleTarget(exported, { name: 'mine' }),
  }).run();
  const [result] = report.case_results;
  return [result?.response?.answer, result?.metadata['not_recorded'] as string[], report.knowledge_base_name];
}

describe('a module target', () => {
  it('takes an async function, a plain text, an async generator, a knowledge base and a recipe', async () => {
    expect(await answerOf(async (question: string) => ({ answer: `re ${question}` }))).toEqual([
      're ask q1',
      ['intent', 'first_token'],
      'mine',
    ]);
    expect(await answerOf((question: string) => `re ${question}`)).toEqual([
      're ask q1',
      ['intent', 'first_token'],
      'mine',
    ]);
    const generator = async function* (question: string): AsyncGenerator<QueryEvent> {
      yield { type: 'answer_delta', text: 're ' };
      yield { type: 'answer_delta', text: question };
    };
    expect(await answerOf(generator)).toEqual(['re ask q1', ['intent'], 'mine']);
    expect(await answerOf(createEcho('theirs'))).toEqual(['answer to ask q1', ['intent', 'first_token'], 'theirs']);
    expect(
      await answerOf({
        manifest: () => ({ name: 'cook' }),
        build: ({ name }: { name: string }): KnowledgeBase => createEcho(name),
      }),
    ).toEqual(['answer to ask q1', ['intent', 'first_token'], 'cook']);
    expect(await answerOf({ query: () => ({ answer: 'bare' }) })).toEqual(['bare', ['intent', 'first_token'], 'mine']);
  });

  it('refuses anything else', () => {
    for (const exported of [undefined, null, 7, 'x', {}, { build: 1 }])
      expect(() => createModuleTarget(exported, { name: 'x' })).toThrow(expect.objectContaining({ code: 'config' }));
  });
});
