/** Prose for a page that a template compiler reads as well: nothing outside code spans becomes a tag or an expression. */
export function escapeProse(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');
}

/** Text for a cell of a table. */
export function escapeCell(text) {
  return escapeProse(text.replace(/\s*\n\s*/g, ' ')).replaceAll('|', '\\|');
}
