import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkFloorsPage } from '../docs/check-floors-page.mjs';
import { checkNavigation } from '../docs/check-links.mjs';
import { compareLanguages } from '../docs/compare-languages.mjs';

const FENCE = '```';
const PAGE = `# Start\n\n[next](./next.md)\n\n${FENCE}sh\nnpx reportcard demo --lang en\n${FENCE}\n`;
const TRANSLATION = `# 开始\n\n[下一步](./next.md)\n\n${FENCE}sh\nnpx reportcard demo --lang zh   # 看看\n${FENCE}\n`;

describe('a page and its translation', () => {
  it('are alike when headings, links, tables and commands are, whatever the language', () => {
    expect(compareLanguages(PAGE, TRANSLATION)).toEqual([]);
  });

  it.each([
    ['a heading less', TRANSLATION.replace('# 开始', '开始'), 'headings differ'],
    ['another link', TRANSLATION.replace('next.md', 'other.md'), 'links differ'],
    ['another command', TRANSLATION.replace('demo', 'init'), 'blocks differ'],
    ['a row more', `${TRANSLATION}\n| a |\n`, 'table rows differ'],
  ])('differ by %s', (_, translation, told) => {
    expect(compareLanguages(PAGE, translation)).toEqual([expect.stringContaining(told)]);
  });
});

describe('the navigation', () => {
  const docs = mkdtempSync(path.join(tmpdir(), 'navigation-'));
  mkdirSync(path.join(docs, 'guide'));
  for (const name of ['index.md', 'guide/start.md', 'guide/lost.md']) writeFileSync(path.join(docs, name), '# x\n');
  afterAll(() => rmSync(docs, { recursive: true }));

  it('leads to every page, and to none that is not there', () => {
    const links = [{ link: '/' }, { text: 'Guide', items: [{ link: '/guide/start' }, { link: '/guide/gone' }] }];
    expect(checkNavigation(docs, { locales: { root: { themeConfig: { sidebar: links } } } })).toEqual([
      'navigation: there is no guide/gone.md',
      'navigation: nothing leads to guide/lost.md',
    ]);
  });
});

describe('the floors on the page', () => {
  it('are those of the code', () => {
    const problems = checkFloorsPage('| L0 | `report-schema` `metrics` `attic` |\n');
    expect(problems).toContain('metrics is on floor 1, the page says 0');
    expect(problems).toContain('cli is on floor 4, the page says nothing');
    expect(problems).toContain('there is no package attic');
    expect(problems.join()).not.toContain('report-schema');
  });
});
