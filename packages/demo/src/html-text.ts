const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Elements that end a line of text. */
const BLOCKS = /<\/?(?:p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|header|footer|blockquote|dd|dt|dl)\b[^>]*>/gi;

function decodeEntity(whole: string, name: string): string {
  const code = /^#x/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : name.startsWith('#')
      ? Number(name.slice(1))
      : -1;
  if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
}

/** What a reader sees of a web page, roughly: text without tags, scripts and styles, blocks on lines of their own. */
export function htmlText(html: string): string {
  return html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style|head)\b.*?<\/\1\s*>/gis, '')
    .replace(BLOCKS, '\n')
    .replace(/<[a-z!/][^>]*>/gi, ' ')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, decodeEntity)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}
