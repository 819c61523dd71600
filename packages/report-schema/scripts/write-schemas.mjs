import { mkdirSync, writeFileSync } from 'node:fs';
import { createJsonSchema, SCHEMAS } from '../dist/index.js';

const folder = new URL('../schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const name of Object.keys(SCHEMAS)) {
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(createJsonSchema(name), null, 2)}\n`);
}
console.log(`wrote ${Object.keys(SCHEMAS).length} schemas`);
