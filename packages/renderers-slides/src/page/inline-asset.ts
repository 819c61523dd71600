import { ReportcardError } from '@reportcard/report-schema';

/** Puts our scripts into one that leaves no names behind. Throws a `defect` error when it could end its own element. */
export function joinScripts(scripts: readonly string[]): string {
  return checkInline(`(() => {\n'use strict';\n${scripts.join('\n')}\n})();`);
}

/** Gives a script or style back unless it holds what would end or upset the element it stands in. */
export function checkInline(text: string): string {
  if (!/<\/(script|style)|<!--/i.test(text)) return text;
  throw new ReportcardError({
    code: 'defect',
    message: 'an inlined script or style holds a tag that would end it',
    expected: 'no </script, </style or <!--',
  });
}

const LEGACY_PRINT = '@media print{html:not(.print-pdf)';

/**
 * reveal's style without its old print block, which tears the slides apart; ours takes its place. Throws a `defect` error
 * when the block is not where it is expected, since two print styles at once would be wrong.
 */
export function stripLegacyPrint(style: string): string {
  const start = style.indexOf(LEGACY_PRINT);
  let depth = 0;
  for (let at = start; start >= 0 && at < style.length; at += 1) {
    if (style[at] === '{') depth += 1;
    else if (style[at] === '}') depth -= 1;
    if (depth === 0 && style[at] === '}') return style.slice(0, start) + style.slice(at + 1);
  }
  throw new ReportcardError({
    code: 'defect',
    message: 'the print block of reveal.css was not found',
    expected: LEGACY_PRINT,
    hint: 'compare the installed reveal.js with the version this package was made for',
  });
}

/** A style sheet without comments and the white space that only people need. */
export function compactStyle(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/:\s+/g, ':');
}
