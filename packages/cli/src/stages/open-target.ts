import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ReportcardError } from '@reportcard/report-schema';
import type { KnowledgeBase, Recipe } from '@reportcard/runner';
import type { Workspace } from '../config/open-workspace.ts';

/** What is recorded: a recipe that is built first, or a knowledge base that stands already. */
export type RunTarget = { readonly recipe: Recipe } | { readonly knowledgeBase: KnowledgeBase };

/** Opens the system under test that the configuration names. Keys are read from the environment, by name. */
export async function openTarget(
  { config, folder }: Workspace,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RunTarget> {
  const { target } = config;
  if (target === undefined) {
    throw new ReportcardError({
      code: 'config',
      path: 'target',
      message: 'the configuration names no system under test',
      expected: 'target: { kind: "http" | "openai-chat" | "module" | "demo", … }',
      hint: 'reportcard init writes a configuration that runs',
    });
  }
  if (target.kind === 'demo') {
    const { createDemoRecipe } = await import('@reportcard/demo');
    return { recipe: createDemoRecipe({ language: target.language ?? 'zh' }) };
  }
  const http = await import('@reportcard/runner/http');
  if (target.kind === 'http') return { knowledgeBase: http.createHttpTarget(target, { env }) };
  if (target.kind === 'openai-chat') return { knowledgeBase: http.createOpenAiChatTarget(target, { env }) };
  const file = path.resolve(folder, target.path);
  const loaded: unknown = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw new ReportcardError({
      code: 'config',
      file: target.path,
      path: 'target.path',
      message: 'the module cannot be loaded',
      expected: 'a module whose default export is a KnowledgeBase, a Recipe or a function',
      cause,
    });
  });
  return http.createModuleTarget(Reflect.get(Object(loaded), 'default'), {
    name: target.name ?? path.basename(target.path),
  });
}
