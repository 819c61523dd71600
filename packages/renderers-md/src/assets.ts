import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../templates/', import.meta.url);

let loaded: ReadonlyMap<string, string> | undefined;

/** The package's own templates by name (`report.md.njk`), read once. */
export function loadTemplates(): ReadonlyMap<string, string> {
  if (loaded === undefined) {
    const names = readdirSync(FOLDER).filter((name) => name.endsWith('.njk'));
    loaded = new Map(names.map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]));
  }
  return loaded;
}
