const STRUCTURE: Readonly<Record<string, string>> = {
  '：': ':',
  '，': ',',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
};
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '”': '”', '＂': '＂', '"': '"' };

/** The end, a bracket, a colon, or a comma before the start of another value. */
const AFTER_STRING = /^\s*(?:$|[:}\]：｝］]|[,，]\s*(?:["“”＂{[｛［\d-]|true|false|null))/;

/** Whether what follows a quotation mark shows that it closed a string. */
function closes(text: string, index: number): boolean {
  return AFTER_STRING.test(text.slice(index + 1, index + 40));
}

/**
 * Turns full-width and typographic punctuation into JSON's where it stands for structure: “ ” around strings and
 * ： ， ｛ ｝ ［ ］ between them. Inside strings nothing changes. A last resort: the result must still parse.
 */
export function mapChinesePunctuation(text: string): string {
  let result = '';
  let opened: string | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (opened === undefined) {
      const quote = CLOSING[character];
      if (quote === undefined) result += STRUCTURE[character] ?? character;
      else {
        opened = quote;
        result += '"';
      }
    } else if (character === '\\') {
      result += character + text.charAt(index + 1);
      index += 1;
    } else if (CLOSING[character] !== undefined && (character === opened || opened === '”') && closes(text, index)) {
      opened = undefined;
      result += '"';
    } else result += character === '"' ? '\\"' : character;
  }
  return result;
}
