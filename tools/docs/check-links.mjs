import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

function linksIn(value) {
  if (Array.isArray(value)) return value.flatMap(linksIn);
  if (value === null || typeof value !== 'object') return [];
  const { link, ...rest } = value;
  return [...(typeof link === 'string' && link.startsWith('/') ? [link] : []), ...linksIn(Object.values(rest))];
}

function fileOf(link) {
  return link.endsWith('/') ? `${link.slice(1)}index.md` : `${link.slice(1)}.md`;
}

/**
 * What the navigation of the site leaves out or points at in vain. The generated reference is not looked at: building the
 * site does that.
 */
export function checkNavigation(docs, config) {
  const targets = new Set(linksIn(config.locales).map(fileOf));
  const pages = readdirSync(docs, { recursive: true })
    .map((name) => String(name).split(path.sep).join('/'))
    .filter((name) => name.endsWith('.md') && !/^(reference|\.vitepress)\/|(^|\/)index\.md$|README\.md$/.test(name));
  const gone = [...targets].filter((file) => !file.startsWith('reference/') && !existsSync(path.join(docs, file)));
  return [
    ...gone.map((file) => `navigation: there is no ${file}`),
    ...pages.filter((page) => !targets.has(page)).map((page) => `navigation: nothing leads to ${page}`),
  ];
}
