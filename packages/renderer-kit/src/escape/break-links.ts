/** Zero-width space: shows nothing, ends a name. */
const GAP = '\u200b';

/** Most text holds nothing that could become a link; one test tells. */
const MAY_LINK = /[@#]|:\/\/|www\./i;
const MENTION = /(?<![A-Za-z0-9_])@(?=[A-Za-z0-9])/g;
const MAIL = /(?<=[A-Za-z0-9._%+-])@(?=[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)/g;
const PROTOCOL = /:(?=\/\/)/g;
const WWW = /\b(www)(?=\.)/gi;
const ISSUE = /#(?=\d)/g;

/**
 * Keeps a code host from making links out of text: `@name`, mail addresses, web addresses and `#12` get an invisible gap.
 * `Hit@5` is no mention and stays as it is.
 */
export function breakLinks(text: string): string {
  if (!MAY_LINK.test(text)) return text;
  return text
    .replace(MENTION, `@${GAP}`)
    .replace(MAIL, `@${GAP}`)
    .replace(PROTOCOL, `:${GAP}`)
    .replace(WWW, `$1${GAP}`)
    .replace(ISSUE, `#${GAP}`);
}
