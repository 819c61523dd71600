import { escapeCell } from './escape-markdown.mjs';

function typeOf(schema, definitions) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').pop();
    return definitions[name] === undefined ? 'the same again' : typeOf(definitions[name], definitions);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((each) => typeOf(each, definitions)))].join(' or ');
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'values' : typeOf(schema.items, definitions)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'object' && schema.properties === undefined) return 'map';
  return schema.type ?? 'any value';
}

function objectIn(schema) {
  if (schema.properties !== undefined) return schema;
  return [schema.items, ...(schema.anyOf ?? [])].find((each) => each?.properties !== undefined) ?? null;
}

/** Rows of a table: each field with its path, its type, and whether it has to be there; objects one level down as well. */
function rowsOf(schema, definitions, prefix = '', depth = 0) {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = (schema.required ?? []).includes(name) && field.default === undefined;
    const standard = field.default === undefined ? '' : JSON.stringify(field.default);
    const row = `| \`${prefix}${name}\` | ${escapeCell(typeOf(field, definitions))} | ${required ? 'yes' : ''} | ${escapeCell(standard.length > 60 ? '…' : standard && `\`${standard}\``)} |`;
    const inner = depth < 2 ? objectIn(field) : null;
    return inner === null
      ? [row]
      : [row, ...rowsOf(inner, definitions, `${prefix}${name}${field.type === 'array' ? '[]' : ''}.`, depth + 1)];
  });
}

/** The reference page of a persisted shape, from its JSON Schema. */
export function createSchemaPage(name, schema) {
  const rows = rowsOf(schema, schema.$defs ?? {});
  return [
    `# ${name}`,
    '',
    `The whole schema: \`reportcard schema ${name}\`, or \`schemas/${name}.json\` in \`@reportcard/report-schema\`.`,
    '',
    '| field | type | required | default |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
