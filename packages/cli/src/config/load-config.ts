import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Config, parseJson, ReportcardError } from '@reportcard/report-schema';
import { findPackageRoot } from '../package-root.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags } from '../verb.ts';

const NAMES = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml'].map((extension) => `reportcard.config.${extension}`);

/** A configuration with the folder it stands in; relative paths inside it start there. */
export interface LoadedConfig {
  readonly config: Config;
  /** Null when there is no configuration file. */
  readonly file: string | null;
  readonly folder: string;
}

function findConfigFile(flags: Flags, context: CliContext): string | null {
  const named = flags['config'];
  if (typeof named === 'string') {
    const file = path.resolve(context.cwd, named);
    if (existsSync(file) && statSync(file).isFile()) return file;
    throw new ReportcardError({
      code: 'config',
      message: 'there is no such configuration file',
      file: named,
      expected: NAMES.join(', '),
    });
  }
  const folder =
    typeof flags['dir'] === 'string' && !flags['dir'].includes('://')
      ? path.resolve(context.cwd, flags['dir'])
      : context.cwd;
  const found = NAMES.map((name) => path.join(folder, name)).filter((file) => existsSync(file));
  if (found.length > 1) {
    throw new ReportcardError({
      code: 'config',
      message: `there are ${found.length} configuration files: ${found.map((file) => path.basename(file)).join(', ')}`,
      file: folder,
      hint: 'keep one, or name it with --config',
    });
  }
  return found[0] ?? null;
}

async function importModule(file: string): Promise<unknown> {
  if (/\.m?ts$/.test(file)) {
    const { createJiti } = await import('jiti');
    const own = path.join(findPackageRoot(), 'bin', 'define-config.js');
    const jiti = createJiti(pathToFileURL(file).href, {
      fsCache: false,
      moduleCache: false,
      alias: { reportcard: own },
    });
    return jiti.import(file, { default: true });
  }
  const loaded: unknown = await import(`${pathToFileURL(file).href}?t=${statSync(file).mtimeMs}`);
  return Reflect.get(Object(loaded), 'default');
}

async function readRaw(file: string): Promise<unknown> {
  if (file.endsWith('.json')) return parseJson(readFileSync(file, 'utf8'), { file });
  try {
    if (/\.ya?ml$/.test(file)) {
      const { parse } = await import('yaml');
      return parse(readFileSync(file, 'utf8')) as unknown;
    }
    return await importModule(file);
  } catch (cause) {
    throw new ReportcardError({
      code: 'config',
      file,
      message: `the configuration cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      expected: 'a module whose default export is a configuration object',
      cause,
    });
  }
}

/** Finds, loads and checks the configuration. Without a file everything has its default. Throws one `config` error. */
export async function loadConfig(flags: Flags, context: CliContext): Promise<LoadedConfig> {
  const file = findConfigFile(flags, context);
  if (file === null) {
    const dir = flags['dir'];
    const folder = typeof dir === 'string' && !dir.includes('://') ? path.resolve(context.cwd, dir) : context.cwd;
    return { config: {}, file: null, folder };
  }
  const { checkConfig } = await import('./check-config.ts');
  const { config, problems } = checkConfig(await readRaw(file), path.relative(context.cwd, file) || file);
  if (config === undefined) throw ReportcardError.fromProblems('config', problems);
  return { config, file, folder: path.dirname(file) };
}
