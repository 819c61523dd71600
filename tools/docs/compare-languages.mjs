import { readCodeBlocks } from '../packages/code-blocks.mjs';

/** A block without what may differ between languages: comments, the language asked for, intents of the demo by name. */
function essence({ language, code }) {
  if (!['sh', 'yaml', 'ts', 'js'].includes(language)) return language;
  return code
    .split('\n')
    .map((line) => line.replace(/\s*(#|\/\/)(?!\/).*$/, '').replace(/(--lang |language: '?)(zh-CN|zh|en)'?/g, '$1'))
    .map((line) => line.replace(/S(\d)_[\p{L}_]+/gu, 'S$1').trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function withoutCode(markdown) {
  return markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
}

function shapeOf(markdown) {
  const prose = withoutCode(markdown);
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, marks]) => marks.length),
    'table rows': [...prose.matchAll(/^\|.*\|$/gm)].length,
    links: [...prose.matchAll(/\]\(([^)#]*)[^)]*\)/g)].map(([, target]) =>
      target.replace('.zh-CN.md', '.md').replace('docs/zh/', 'docs/'),
    ),
    blocks: readCodeBlocks(markdown).map(essence),
  };
}

/** How a page's translation differs from it in structure: headings, tables, links, commands and code. */
export function compareLanguages(page, translation) {
  const [ours, theirs] = [shapeOf(page), shapeOf(translation)];
  return Object.keys(ours)
    .filter((part) => JSON.stringify(ours[part]) !== JSON.stringify(theirs[part]))
    .map((part) => `${part} differ:\n  ${JSON.stringify(ours[part])}\n  ${JSON.stringify(theirs[part])}`);
}
