import { ReportcardError } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { defineOptions, parseRendererOptions, type Renderer } from '../../src/index.ts';

const OPTIONS = defineOptions({
  variant: { kind: 'choice', default: 'report', choices: ['report', 'comment'] },
  cases: { kind: 'integer', default: 10, min: 0, max: 50 },
  title: { kind: 'text', default: null },
  dark: { kind: 'boolean', default: false },
  tags: { kind: 'texts', default: [] },
  names: { kind: 'text-map', default: {} },
});

function createRenderer(options: Renderer<unknown>['options']): Renderer<unknown> {
  return { name: 'mine', apiVersion: 1, description: 'mine', options, render: () => [] };
}

async function messagesOf(given: unknown, renderer: Renderer<unknown> = createRenderer(OPTIONS)): Promise<string[]> {
  const error: unknown = await parseRendererOptions(renderer, given).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ReportcardError);
  const { code, problems } = error as ReportcardError;
  expect(code).toBe('config');
  return problems.map((problem) => `${problem.path}: ${problem.message}`);
}

describe('defineOptions', () => {
  it('refuses a kind of option that there is not, and names those there are', () => {
    const definitions = JSON.parse('{"limit":{"kind":"number","default":10}}');
    expect(() => defineOptions(definitions)).toThrow('the option limit has an unknown kind');
  });

  it('fills defaults', async () => {
    expect(await parseRendererOptions(createRenderer(OPTIONS), undefined)).toEqual({
      variant: 'report',
      cases: 10,
      title: null,
      dark: false,
      tags: [],
      names: {},
    });
  });

  it('keeps what is given, falsy values too', async () => {
    const given = { variant: 'comment', cases: 0, title: '', dark: true, tags: ['a'], names: { a: 'b' } };
    expect(await parseRendererOptions(createRenderer(OPTIONS), given)).toEqual(given);
  });

  it('refuses unknown options with the nearest name', async () => {
    expect(await messagesOf({ varient: 'report' })).toEqual([
      'renderers.mine.varient: unknown option "varient" — did you mean "variant"?',
    ]);
  });

  it('lists every wrong value with what is accepted', async () => {
    const given = { variant: 'page', cases: 99, title: 3, dark: 'yes', tags: 'a', names: { a: 1 } };
    expect(await messagesOf(given)).toEqual([
      'renderers.mine.variant: expected "report" or "comment", got "page"',
      'renderers.mine.cases: expected a whole number from 0 to 50, got 99',
      'renderers.mine.title: expected a text or null, got 3',
      'renderers.mine.dark: expected true or false, got "yes"',
      'renderers.mine.tags: expected a list of texts, got "a"',
      'renderers.mine.names: expected an object with texts as values, got {"a":1}',
    ]);
  });

  it('refuses what is no object', async () => {
    expect(await messagesOf(['x'])).toEqual(['renderers.mine: expected an object of options, got ["x"]']);
  });
});

describe('parseRendererOptions', () => {
  it('refuses any option of a renderer that takes none', async () => {
    expect(await messagesOf({ x: 1 }, createRenderer(undefined))).toEqual([
      'renderers.mine.x: unknown option — this renderer takes none',
    ]);
    expect(await parseRendererOptions(createRenderer(undefined), {})).toBeUndefined();
  });
});
