import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse as parseYaml } from 'yaml';
import { compareLanguages } from './docs/compare-languages.mjs';
import { runPage } from './docs/run-page.mjs';
import { completeCode, readCodeBlocks } from './packages/code-blocks.mjs';
import { typeCheck } from './packages/type-check.mjs';

const HELP = `Holds the guides to what they say.

node tools/check-docs.mjs                 languages alike, code type-checked, every command run
node tools/check-docs.mjs --no-commands   the same without running commands
  --only NAME   a guide by its file's name`;

function readPages(docs, only) {
  const guides = readdirSync(path.join(docs, 'guide')).map((name) => `guide/${name}`);
  return [...guides, 'metrics.md', 'faq.md', 'index.md'].filter(
    (page) => only === undefined || path.basename(page, '.md') === only,
  );
}

function checkPairs(docs, pages) {
  const problems = [];
  for (const page of pages) {
    const other = path.join(docs, 'zh', page);
    if (!existsSync(other)) problems.push(`zh/${page}: there is no translation`);
    else
      for (const difference of compareLanguages(
        readFileSync(path.join(docs, page), 'utf8'),
        readFileSync(other, 'utf8'),
      ))
        problems.push(`${page} and zh/${page}: ${difference}`);
  }
  const ours = new Set(pages);
  for (const name of readdirSync(path.join(docs, 'zh/guide')))
    if (pages.length > 1 && !ours.has(`guide/${name}`)) problems.push(`zh/guide/${name}: translates nothing`);
  return problems;
}

/** Type-checks every TypeScript block of the pages and parses every JSON and YAML one. */
function checkCode(docs, pages, folder) {
  rmSync(folder, { recursive: true, force: true });
  const files = [];
  const problems = [];
  for (const page of pages)
    for (const block of readCodeBlocks(readFileSync(path.join(docs, page), 'utf8'))) {
      const file = path.join(`${page.replaceAll('/', '-').replace('.md', '')}-${block.line}`, block.as ?? 'block.mts');
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
  const pages = readPages(docs, values.only);
  const both = pages.flatMap((page) => [page, `zh/${page}`]).filter((page) => existsSync(path.join(docs, page)));
  const problems = [
    ...checkPairs(docs, pages),
    ...checkCode(docs, both, path.join(root, '.test-results/docs')),
    ...(values.commands ? await checkCommands(docs, both, path.join(root, 'packages/cli/bin/reportcard.js')) : []),
  ];
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? `docs: ${both.length} pages hold` : `docs: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
