import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createJsonSchema, SCHEMAS, type SchemaName } from '../src/index.ts';

describe('the published JSON Schemas', () => {
  it.each(Object.keys(SCHEMAS) as SchemaName[])('%s is what the zod schema generates (npm run schemas)', (name) => {
    const file = readFileSync(new URL(`../schemas/${name}.json`, import.meta.url), 'utf8');
    expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(createJsonSchema(name))));
  });
});
