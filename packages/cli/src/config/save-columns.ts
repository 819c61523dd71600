import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson, ReportcardError } from '@reportcard/report-schema';
import type { LoadedConfig } from './load-config.ts';

function isFields(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * The configuration a mapping can be written to: the JSON one that is there, or a new one where there is none. Throws a
 * `config` error for a configuration that is a program or YAML, which is its owner's to edit.
 */
export function findWritableConfig({ file, folder }: LoadedConfig, columns: Readonly<Record<string, string>>): string {
  const target = file ?? path.join(folder, 'reportcard.config.json');
  if (target.endsWith('.json')) return target;
  throw new ReportcardError({
    code: 'config',
    file: path.basename(target),
    message: 'only a JSON configuration can be written to',
    hint: `put this into it: import: { columns: ${JSON.stringify(columns)} }`,
  });
}

/**
 * Keeps a column mapping under `import.columns`, beside the columns that stand there. Throws as {@link findWritableConfig}.
 * @returns the file's name
 */
export function saveColumns(loaded: LoadedConfig, columns: Readonly<Record<string, string>>): string {
  const target = findWritableConfig(loaded, columns);
  const known = existsSync(target) ? parseJson(readFileSync(target, 'utf8'), { file: target }) : {};
  const config = isFields(known) ? known : {};
  const section = isFields(config['import']) ? config['import'] : {};
  const kept = isFields(section['columns']) ? section['columns'] : {};
  const next = { ...config, import: { ...section, columns: { ...kept, ...columns } } };
  const temporary = `${target}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(next, null, 2)}\n`);
  renameSync(temporary, target);
  return path.basename(target);
}
