import { describe, expect, it } from 'vitest';
import { familiesOf, shareFamily } from '../src/index.ts';

describe('the families of a model name', () => {
  it.each<[string, string[]]>([
    ['gpt-4o-mini', ['openai']],
    ['openai/gpt-oss-20b', ['openai']],
    ['o3-mini', ['openai']],
    ['qwen2.5:14b', ['qwen']],
    ['Qwen/QwQ-32B', ['qwen']],
    ['deepseek-chat', ['deepseek']],
    ['deepseek-r1-distill-qwen-7b', ['deepseek', 'qwen']],
    ['DeepSeek-R1-Distill-Llama-70B', ['deepseek', 'meta']],
    ['glm-4-flash', ['zhipu']],
    ['kimi-k2-0711-preview', ['moonshot']],
    ['doubao-seed-1-6-250615', ['doubao']],
    ['ernie-4.5-turbo-128k', ['ernie']],
    ['hunyuan-turbos-latest', ['hunyuan']],
    ['abab6.5s-chat', ['minimax']],
    ['Baichuan4', ['baichuan']],
    ['internlm2_5-7b-chat', ['internlm']],
    ['claude-sonnet-4-5', ['anthropic']],
    ['us.anthropic.claude-3-5-haiku', ['anthropic']],
    ['gemini-2.5-flash', ['google']],
    ['gemma3:27b', ['google']],
    ['llama3.1:8b', ['meta']],
    ['Mixtral-8x7B-Instruct', ['mistral']],
    ['grok-4', ['xai']],
    ['nvidia/llama-3.1-nemotron-70b-instruct', ['meta', 'nvidia']],
    ['yi-lightning', ['yi']],
    ['ep-20250101-abcde', []],
    ['ollama/custom', []],
    ['my-judge', []],
  ])('%s', (model, families) => {
    expect(familiesOf(model)).toEqual(families);
  });
});

describe('whether judge and system share a family', () => {
  it.each<[string[], string[], boolean | null]>([
    [['qwen-max'], ['qwen2.5:14b'], true],
    [['qwen-max'], ['gpt-4o'], false],
    [['deepseek-r1-distill-qwen-7b'], ['qwen-plus'], true],
    [['my-judge'], ['qwen-plus'], null],
    [['qwen-plus'], ['ep-2025'], null],
    [['my-judge', 'qwen-plus'], ['qwen-max'], true],
    [['my-judge', 'gpt-4o'], ['qwen-max'], false],
  ])('%j and %j: %j', (judge, system, expected) => {
    expect(shareFamily(judge, system)).toBe(expected);
  });
});
