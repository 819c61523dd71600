const FENCE = /^(`{3,}|~{3,})\s*([\w-]*)[^\n]*$/;
const DIRECTIVE = /^<!-- example\b(.*)$/;

function parseDirective(words, context) {
  const as = /\bas=(\S+)/.exec(words)?.[1] ?? null;
  const exit = Number(/\bexit=(\d+)/.exec(words)?.[1] ?? 0);
  const flag = (word) => new RegExp(`(^|\\s)${word}(\\s|$)`).test(words.trim());
  return { as, checkOnly: flag('check-only'), background: flag('background'), exit, context };
}

/** Reads a comment that begins with `<!-- example`; its first line holds options, the further ones code put before the block. */
function readDirective(lines, start) {
  const head = DIRECTIVE.exec(lines[start])?.[1];
  if (head === undefined) return null;
  if (head.trimEnd().endsWith('-->')) return { ...parseDirective(head.replace('-->', ''), ''), next: start + 1 };
  const end = lines.findIndex((line, index) => index > start && line.trim() === '-->');
  if (end < 0) throw new Error(`line ${start + 1}: the example comment has no end`);
  return { ...parseDirective(head, lines.slice(start + 1, end).join('\n')), next: end + 1 };
}

function readFence(lines, start) {
  const [, mark, language] = FENCE.exec(lines[start]) ?? [];
  if (mark === undefined) return null;
  const end = lines.findIndex((line, index) => index > start && line.trim() === mark);
  if (end < 0) throw new Error(`line ${start + 1}: the code block has no end`);
  return { language, code: lines.slice(start + 1, end).join('\n'), line: start + 2, next: end + 1 };
}

/**
 * The fenced code blocks of a Markdown text: `{ language, code, line, as, checkOnly, background, exit, context }`. A
 * comment `<!-- example as=FILE check-only background exit=N` directly before a block names its file, says that it is not
 * run, that it keeps running, or how it ends; further lines of that comment are code the block takes for granted, put
 * before it, or around it where a line is `...`. Blocks that are indented, as in a list, are not read.
 */
export function readCodeBlocks(markdown) {
  const lines = markdown.split(/\r?\n/);
  const blocks = [];
  let pending = null;
  for (let index = 0; index < lines.length; ) {
    const comment = readDirective(lines, index);
    const fence = comment === null ? readFence(lines, index) : null;
    if (fence !== null) {
      const { next: _, ...directive } = pending ?? parseDirective('', '');
      blocks.push({ language: fence.language, code: fence.code, line: fence.line, ...directive });
    }
    if (comment !== null) pending = comment;
    else if (fence !== null || lines[index].trim() !== '') pending = null;
    index = comment?.next ?? fence?.next ?? index + 1;
  }
  return blocks;
}

/** The code of a block with what it takes for granted. */
export function completeCode({ code, context }) {
  const [before, after = ''] = context.split(/^\.\.\.$/m);
  return [before, code, after]
    .filter((part) => part !== '')
    .join('\n')
    .concat('\n');
}
