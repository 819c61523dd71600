import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPackageRoot } from './package-root.ts';

const manifest: unknown = JSON.parse(readFileSync(path.join(findPackageRoot(), 'package.json'), 'utf8'));

/** Version of the command line, from its manifest. */
export const VERSION: string = String(Reflect.get(Object(manifest), 'version'));
