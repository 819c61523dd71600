import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseJson, ReportcardError, toRecord } from '@reportcard/report-schema';
import type { KnowledgeBase, Recipe } from '@reportcard/runner';
import type { Workspace } from '../config/open-workspace.ts';

/** What is recorded: a recipe that is built first, or a knowledge base that stands already. */
export type RunTarget = { readonly recipe: Recipe } | { readonly knowledgeBase: KnowledgeBase };

/** Reads a table of document ids: a JSON object from the system's id to the data set's. Throws a `config` error. */
function readDocumentIds(folder: string, name: string): Readonly<Record<string, string>> {
  const file = path.resolve(folder, name);
  if (!existsSync(file))
    throw new ReportcardError({
      code: 'config',
      file: name,
      path: 'target.documentIds',
      message: 'there is no such file',
    });
  const value = parseJson(readFileSync(file, 'utf8'), { file: name });
  if (
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.values(value).every((id) => typeof id === 'string')
  ) {
    return toRecord(value as Record<string, string>);
  }
  throw new ReportcardError({
    code: 'config',
    file: name,
    path: 'target.documentIds',
    message: 'this is no table of document ids',
    expected: 'a JSON object of texts: { "id in the system": "id in the data set" }',
  });
}

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
    const { openDemoTarget } = await import('./open-demo-target.ts');
    return { recipe: openDemoTarget(target, config.benchmark) };
  }
  const http = await import('@reportcard/runner/http');
  if (target.kind === 'http') {
    const documentIds =
      typeof target.documentIds === 'string' ? readDocumentIds(folder, target.documentIds) : undefined;
    return { knowledgeBase: http.createHttpTarget(target, { env, documentIds }) };
  }
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
