import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const KINDS = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  VariableDeclaration: 'const',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
};

const modules = new Map();

function readModule(file) {
  if (!modules.has(file)) {
    const text = readFileSync(file, 'utf8');
    const { program, comments, errors } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
    modules.set(file, { file, text, body: program.body, comments });
  }
  return modules.get(file);
}

/** The file a relative import, or an import of one of our packages, stands for; null for packages of others. */
function resolveSource(root, file, specifier) {
  if (specifier.startsWith('.')) return path.resolve(path.dirname(file), specifier);
  const [, name] = /^@reportcard\/([a-z-]+)$/.exec(specifier) ?? [];
  const entry = name === undefined ? null : path.join(root, 'packages', name, 'src/index.ts');
  return entry !== null && existsSync(entry) ? entry : null;
}

/** The JSDoc text that ends right before `start`, its stars removed; '' where there is none. */
function docBefore({ text, comments }, start) {
  const comment = comments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === '');
  if (comment?.type !== 'Block' || !comment.value.startsWith('*')) return '';
  return comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
}

function signatureOf({ text }, node, declarator) {
  if (declarator !== undefined) {
    const type = declarator.id.typeAnnotation;
    return `const ${declarator.id.name}${type ? text.slice(type.start, type.end) : ''}`;
  }
  const end =
    node.body !== null && ['FunctionDeclaration', 'ClassDeclaration'].includes(node.type) ? node.body.start : node.end;
  return text
    .slice(node.start, end)
    .trim()
    .replace(/;$/, '')
    .replace(/^async /, '');
}

function describeDeclaration(module, statement, node, name, declarator) {
  return {
    name,
    kind: KINDS[node.type] ?? node.type,
    doc: docBefore(module, statement.start),
    signature: signatureOf(module, node, declarator),
    file: module.file,
  };
}

/** Every top-level declaration of a module by name, exported or not. */
function declarationsOf(module) {
  const found = new Map();
  for (const statement of module.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node === null || KINDS[node.type] === undefined) continue;
    const names =
      node.type === 'VariableDeclaration' ? node.declarations.map((each) => [each.id.name, each]) : [[node.id.name]];
    for (const [name, declarator] of names)
      if (!found.has(name)) found.set(name, describeDeclaration(module, statement, node, name, declarator));
  }
  return found;
}

function exportedAs(target, name, typeOnly) {
  return { ...target, name, kind: typeOnly && target.kind !== 'interface' ? 'type' : target.kind };
}

function listNamed(root, module, statement) {
  if (statement.declaration !== null) {
    const declared = declarationsOf({ ...module, body: [statement] });
    return [...declared.values()];
  }
  const source = statement.source === null ? null : resolveSource(root, module.file, statement.source.value);
  const targets =
    source === null
      ? declarationsOf(module)
      : new Map(listModuleExports(root, source).map((entry) => [entry.name, entry]));
  return statement.specifiers.map(({ local, exported, exportKind }) => {
    const typeOnly = statement.exportKind === 'type' || exportKind === 'type';
    const unknown = { kind: typeOnly ? 'type' : 'const', doc: '', signature: local.name, file: module.file };
    return exportedAs(targets.get(local.name) ?? unknown, exported.name, typeOnly);
  });
}

/** What a module exports, types included: `{ name, kind, doc, signature, file }`, sorted by name. */
export function listModuleExports(root, file) {
  const module = readModule(file);
  const found = new Map();
  for (const statement of module.body) {
    let entries = [];
    if (statement.type === 'ExportNamedDeclaration') entries = listNamed(root, module, statement);
    else if (statement.type === 'ExportAllDeclaration') {
      const source = resolveSource(root, file, statement.source.value);
      if (source === null) throw new Error(`${file}: export * from '${statement.source.value}' has no list of names`);
      entries = listModuleExports(root, source)
        .filter(({ name }) => name !== 'default')
        .map((entry) => exportedAs(entry, entry.name, statement.exportKind === 'type'));
    } else if (statement.type === 'ExportDefaultDeclaration')
      entries = [{ name: 'default', kind: 'const', doc: '', signature: 'default', file }];
    for (const entry of entries)
      if (!found.has(entry.name) || found.get(entry.name).kind === 'type') found.set(entry.name, entry);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
