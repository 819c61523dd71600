import { createRequire } from 'node:module';

const manifest: unknown = createRequire(import.meta.url)('../package.json');

/** Version of the command line, from its manifest. */
export const VERSION: string = String(Reflect.get(Object(manifest), 'version'));
