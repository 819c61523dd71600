import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse as parseYaml } from 'yaml';
import { checkFloorsPage } from './docs/check-floors-page.mjs';
import { checkNavigation } from './docs/check-links.mjs';
import { compareLanguages } from './docs/compare-languages.mjs';
import { runPage } from './docs/run-page.mjs';
import { completeCode, readCodeBlocks } from './packages/code-blocks.mjs';
import { typeCheck } from './packages/type-check.mjs';

const HELP = `Holds the pages to what they say.

node tools/check-docs.mjs                 languages alike, navigation whole, code type-checked, every command run
node tools/check-docs.mjs --no-commands   the same without running commands
  --only NAME   a page by its file's name`;

/** Made from the sources; there are no commands in it, and no translation. */
const GENERATED = ['api.md'];

/** The pages of the site in English, and the front page of the workspace with its translation, as `[page, translation]`. */
function readPairs(docs, only) {
  const names = ['', 'guide/'].flatMap((part) =>
    readdirSync(path.join(docs, part))
      .filter((name) => name.endsWith('.md') && !GENERATED.includes(name))
      .map((name) => `${part}${name}`),
  );
  const pairs = [...names.map((name) => [name, `zh/${name}`]), ['../README.md', '../README.zh-CN.md']];
  return pairs.filter(([page]) => only === undefined || path.basename(page, '.md') === only);
}

function checkPairs(docs, pairs) {
  const problems = [];
  for (const [page, translation] of pairs) {
    const [ours, theirs] = [path.join(docs, page), path.join(docs, translation)];
    if (!existsSync(theirs)) problems.push(`${translation}: there is no translation`);
    else
      for (const difference of compareLanguages(readFileSync(ours, 'utf8'), readFileSync(theirs, 'utf8')))
        problems.push(`${page} and ${translation}: ${difference}`);
  }
  return problems;
}

/** Translations of pages there are not (any more). */
function checkStrays(docs) {
  return readdirSync(path.join(docs, 'zh'), { recursive: true })
    .map((name) => String(name))
    .filter((name) => name.endsWith('.md') && !existsSync(path.join(docs, name)))
    .map((name) => `zh/${name}: translates nothing`);
}

function checkFloors(docs) {
  return ['architecture.md', 'zh/architecture.md'].flatMap((page) =>
    checkFloorsPage(readFileSync(path.join(docs, page), 'utf8')).map((problem) => `${page}: ${problem}`),
  );
}

/** Type-checks every TypeScript block of the pages and parses every JSON and YAML one. */
function checkCode(docs, pages, folder) {
  rmSync(folder, { recursive: true, force: true });
  const files = [];
  const problems = [];
  for (const page of pages)
    for (const block of readCodeBlocks(readFileSync(path.join(docs, page), 'utf8'))) {
      const file = path.join(`${page.replaceAll(/[./]/g, '-')}-${block.line}`, block.as ?? 'block.mts');
      try {
        if (block.language === 'json') JSON.parse(block.code);
        if (block.language === 'yaml') parseYaml(block.code);
      } catch (error) {
        problems.push(`${page}:${block.line}: ${error.message}`);
      }
      if (!['ts', 'js'].includes(block.language)) continue;
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), completeCode(block));
      if (block.language === 'ts') files.push(file);
    }
  if (files.length > 0)
    problems.push(...typeCheck(folder, files, { types: ['node'], skipLibCheck: true, checkJs: false }));
  return problems;
}

async function checkCommands(docs, pages, cli) {
  const problems = [];
  for (const page of pages) {
    const folder = mkdtempSync(path.join(tmpdir(), 'reportcard-docs-'));
    const started = performance.now();
    const result = await runPage(readFileSync(path.join(docs, page), 'utf8'), folder, cli);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    if (result.n > 0)
      console.log(`${page}: ${result.n} commands, ${Math.round((performance.now() - started) / 1000)} s`);
    problems.push(...result.problems.map((problem) => `${page}: ${problem}`));
  }
  return problems;
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, commands: { type: 'boolean', default: true }, help: { type: 'boolean' } },
  allowNegative: true,
});
if (values.help === true) console.log(HELP);
else {
  const root = path.resolve(import.meta.dirname, '..');
  const docs = path.join(root, 'docs');
  const pairs = readPairs(docs, values.only);
  const both = pairs.flat().filter((page) => existsSync(path.join(docs, page)));
  const { default: site } = await import('../docs/.vitepress/config.mjs');
  const problems = [
    ...checkPairs(docs, pairs),
    ...checkStrays(docs),
    ...checkNavigation(docs, site),
    ...checkFloors(docs),
    ...checkCode(docs, both, path.join(root, '.test-results/docs')),
    ...(values.commands ? await checkCommands(docs, both, path.join(root, 'packages/cli/bin/reportcard.cjs')) : []),
  ];
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? `docs: ${both.length} pages hold` : `docs: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
