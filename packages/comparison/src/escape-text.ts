/** Text for a cell or line of GitHub-flavoured Markdown: on one line, no mark-up, no HTML. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|~#>]/g, '\\$&');
}

/** A cell of RFC 4180 CSV; text that a spreadsheet would take for a formula gets a leading `'`. */
export function escapeCsv(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const guarded = /^[=+\-@\t\r'＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '—': '---',
};

/** Text for LaTeX: every character that means something to it is escaped, line breaks become spaces. */
export function escapeLatex(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\{}$&#%_^~—]/g, (character) => LATEX[character] ?? character);
}
