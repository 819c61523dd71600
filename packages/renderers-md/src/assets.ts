import { readdirSync, readFileSync } from 'node:fs';

let loaded: ReadonlyMap<string, string> | undefined;

/** The package's own templates by name (`report.md.njk`), read once. */
export function loadTemplates(): ReadonlyMap<string, string> {
  if (loaded === undefined) {
    const folder = new URL('../templates/', import.meta.url);
    const names = readdirSync(folder).filter((name) => name.endsWith('.njk'));
    loaded = new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
  }
  return loaded;
}
