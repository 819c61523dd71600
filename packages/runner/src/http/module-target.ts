import { ReportcardError } from '@reportcard/report-schema';
import type { KnowledgeBase, QueryAnswer, QueryOptions } from '../knowledge-base.ts';
import type { Recipe } from '../recipe.ts';

/** A plain function that answers: an async function, or an async generator of events. A text is taken for the answer. */
export type AnswerFunction = (question: string, options: QueryOptions) => QueryAnswer | string | Promise<string>;

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}

function isRecipe(value: unknown): value is Recipe {
  return isObject(value) && typeof value['build'] === 'function' && typeof value['manifest'] === 'function';
}

function isKnowledgeBase(value: unknown): value is KnowledgeBase {
  return isObject(value) && typeof value['query'] === 'function';
}

function isAsyncIterable(value: unknown): boolean {
  return isObject(value) && Symbol.asyncIterator in value;
}

function toKnowledgeBase(answer: AnswerFunction, name: string): KnowledgeBase {
  return {
    name,
    manifest: () => ({ name, kind: 'function' }),
    query(question, options) {
      const given = answer(question, options);
      if (isAsyncIterable(given)) return given as QueryAnswer;
      return Promise.resolve(given as string | Promise<string>).then((value) =>
        typeof value === 'string' ? { answer: value } : value,
      );
    },
  };
}

/**
 * The system under test that a module exports: a KnowledgeBase, a Recipe, or a function (also an async generator of events).
 * Throws a `config` error for anything else.
 */
export function createModuleTarget(
  exported: unknown,
  options: { readonly name: string },
): { readonly recipe: Recipe } | { readonly knowledgeBase: KnowledgeBase } {
  const { name } = options;
  if (typeof exported === 'function') return { knowledgeBase: toKnowledgeBase(exported as AnswerFunction, name) };
  if (isRecipe(exported)) return { recipe: exported };
  if (isKnowledgeBase(exported)) {
    const manifest =
      typeof exported.manifest === 'function' ? exported.manifest.bind(exported) : () => ({ name, kind: 'module' });
    const base: KnowledgeBase = exported;
    return {
      knowledgeBase:
        typeof base.name === 'string' && typeof base.manifest === 'function'
          ? base
          : Object.assign(Object.create(base) as KnowledgeBase, { name: base.name ?? name, manifest }),
    };
  }
  throw new ReportcardError({
    code: 'config',
    path: 'target.path',
    message: 'the module’s default export is no system under test',
    expected: 'a KnowledgeBase (query), a Recipe (manifest, build) or a function',
    got: exported === undefined ? 'no default export' : typeof exported,
  });
}
