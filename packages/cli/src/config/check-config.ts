import { type Config, ConfigSchema, describeValue, nearestName, type Problem } from '@reportcard/report-schema';

function knownKeys(schema: unknown): string[] {
  const shape: unknown = Reflect.get(Object(schema), 'shape');
  return shape === undefined ? [] : Object.keys(Object(shape));
}

function unwrapSchema(schema: unknown): unknown {
  let current: unknown = schema;
  for (let depth = 0; depth < 5; depth++) {
    const inner: unknown = Reflect.get(Object(Reflect.get(Object(current), 'def')), 'innerType');
    if (inner === undefined) return current;
    current = inner;
  }
  return current;
}

function keysAt(fields: readonly PropertyKey[]): string[] {
  let schema: unknown = ConfigSchema;
  for (const field of fields) schema = unwrapSchema(Reflect.get(Object(Reflect.get(Object(schema), 'shape')), field));
  return knownKeys(schema);
}

/** Checks a configuration object; every problem at once, with the nearest key for an unknown one. */
export function checkConfig(raw: unknown, file: string): { config?: Config; problems: readonly Problem[] } {
  const result = ConfigSchema.safeParse(raw);
  if (result.success) return { config: result.data, problems: [] };
  const problems = result.error.issues.flatMap((issue): Problem[] => {
    const where = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const near = nearestName(key, keysAt(issue.path));
        const path = where === '' ? key : `${where}.${key}`;
        return {
          file,
          path,
          message: `unknown key ${JSON.stringify(key)}`,
          hint:
            near === undefined
              ? `known keys: ${keysAt(issue.path).join(', ')}`
              : `did you mean ${JSON.stringify(near)}?`,
        };
      });
    }
    const value = issue.path.reduce((current: unknown, field) => Reflect.get(Object(current), field), raw);
    return [{ file, path: where, message: issue.message.replace(/^Invalid input: /, ''), got: describeValue(value) }];
  });
  return { problems };
}
