import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConfiguredRenderer } from '@reportcard/pipeline';
import { type Config, nearestName, ReportcardError } from '@reportcard/report-schema';

interface Bundled {
  readonly files: readonly string[];
  load(): Promise<ConfiguredRenderer['renderer']>;
}

/** The renderers that come with the command line, by name, in the order they run. */
const BUNDLED: Readonly<Record<string, Bundled>> = {
  md: { files: ['report.md'], load: async () => (await import('@reportcard/renderers-md')).mdRenderer },
  csv: { files: ['per_sample.csv'], load: async () => (await import('@reportcard/renderers-csv')).csvRenderer },
  jsonl: { files: ['failures.jsonl'], load: async () => (await import('@reportcard/renderers-jsonl')).jsonlRenderer },
  slides: { files: ['slides.html'], load: async () => (await import('@reportcard/renderers-slides')).slidesRenderer },
};

/** Names of the bundled renderers. */
export const RENDERER_NAMES: readonly string[] = Object.keys(BUNDLED);

function isRenderer(value: unknown): value is ConfiguredRenderer['renderer'] {
  return (
    value !== null &&
    typeof value === 'object' &&
    typeof Reflect.get(value, 'render') === 'function' &&
    typeof Reflect.get(value, 'name') === 'string'
  );
}

function unknownRenderer(name: string, folder: string, cause: unknown): ReportcardError {
  const near = nearestName(name, RENDERER_NAMES);
  return new ReportcardError({
    code: 'config',
    message: `there is no renderer ${JSON.stringify(name)}`,
    expected: `${RENDERER_NAMES.join(', ')}, or a package or file (./…) found from ${folder}`,
    hint: near === undefined ? undefined : `did you mean ${near}?`,
    cause,
  });
}

/** Loads a renderer of somebody else: a package or a file, looked up from the configuration's folder. */
async function loadForeign(name: string, folder: string): Promise<ConfiguredRenderer['renderer']> {
  const { resolve } = await import('import-meta-resolve');
  let loaded: unknown;
  try {
    const isFile = /^(\.{1,2}\/|\/)/.test(name) && statSync(path.resolve(folder, name)).isFile();
    const url = isFile
      ? pathToFileURL(path.resolve(folder, name)).href
      : resolve(name, pathToFileURL(path.join(folder, 'reportcard.config.js')).href);
    loaded = await import(url);
  } catch (cause) {
    throw unknownRenderer(name, folder, cause);
  }
  const renderer: unknown = Reflect.get(Object(loaded), 'default');
  if (isRenderer(renderer)) return renderer;
  throw new ReportcardError({
    code: 'config',
    message: `${name} is no renderer`,
    expected: 'a module whose default export has name, apiVersion, description and render',
  });
}

/** Loads the renderers a call asks for: `--renderer`, else those of the configuration, else all bundled ones. */
export async function loadRenderers(
  wanted: readonly string[] | undefined,
  config: Config,
  folder: string,
): Promise<ConfiguredRenderer[]> {
  const configured = (config.report?.renderers ?? RENDERER_NAMES).map((entry) =>
    typeof entry === 'string' ? { name: entry, options: undefined } : { name: entry.name, options: entry.options },
  );
  const names = wanted ?? configured.map((entry) => entry.name);
  const loaded: ConfiguredRenderer[] = [];
  for (const name of names) {
    const bundled = Object.hasOwn(BUNDLED, name) ? BUNDLED[name] : undefined;
    const renderer = bundled === undefined ? await loadForeign(name, folder) : await bundled.load();
    const options = configured.find((entry) => entry.name === name)?.options;
    loaded.push({
      renderer,
      ...(options === undefined ? {} : { options }),
      ...(bundled === undefined ? {} : { own: true, files: bundled.files }),
    });
  }
  return loaded;
}
