import path from 'node:path';
import { readEntries } from '../packages/read-packages.mjs';
import { listModuleExports } from './list-exports.mjs';

/** The public API of a package: `{ specifier, exports }` an entry, read from its source. */
export function readPackageApi(root, { folder, manifest }) {
  return readEntries(manifest).map(({ specifier, targets }) => ({
    specifier,
    exports: listModuleExports(root, path.join(folder, targets['@reportcard/source'])),
  }));
}

/** The names of a package's API, one a line under its entry: what a change of the API is judged by. */
export function formatApiList(entries) {
  return entries
    .map(({ specifier, exports }) =>
      [specifier, ...exports.map(({ kind, name }) => `  ${kind} ${name}`), ''].join('\n'),
    )
    .join('\n');
}

const GROUPS = [
  ['Functions', ['function']],
  ['Values', ['const', 'class']],
  ['Types', ['interface', 'type']],
];

/** Breaks a line at blanks, so that a diff shows what changed. */
function wrap(text, width = 120) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === '' || line.length + 1 + word.length <= width)
      lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function formatEntry({ specifier, exports }) {
  const lines = [`### \`${specifier}\``, ''];
  for (const [title, kinds] of GROUPS) {
    const names = exports.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => `\`${name}\``);
    if (names.length > 0) lines.push(wrap(`${title}: ${names.join(', ')}.`), '');
  }
  return lines.join('\n');
}

/** One page that lists the API of every package: `[{ name, manifest, entries }]`. */
export function formatApiPage(packages) {
  const sections = packages.map(
    ({ manifest, entries }) =>
      `## ${manifest.name}\n\n${manifest.description}\n\n${entries.map(formatEntry).join('\n')}`,
  );
  return [
    '# Public API',
    '',
    'Made by `npm run golden:update` from the sources; a test holds it to them. What is not listed here is internal and not',
    'reachable through `exports`. A name that goes or changes its meaning is a breaking change of that package.',
    '',
    sections.join('\n'),
  ].join('\n');
}
