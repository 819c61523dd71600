import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the installed command line, with a trailing separator; the same from source, build and bundle. */
export function findPackageRoot(): string {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const parent = new URL('../', folder);
    if (parent.href === folder.href)
      throw new Error('the installation of reportcard is damaged: its package.json is missing');
    folder = parent;
  }
  return fileURLToPath(folder);
}
