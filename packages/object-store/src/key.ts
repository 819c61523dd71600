import { describeValue, ReportcardError } from '@reportcard/report-schema';

const FORBIDDEN = /[/\\:*?"<>|]/;
const CONTROL = /[\u0000-\u001f\u007f]/;
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(\.|$)/i;
const HALF_CHARACTER = /[\ud800-\udfff]/u;
const TEMPORARY = /^\.rc-[0-9a-f-]+\.tmp$/;
/** Longer than any device name and of harmless characters, such as the name of a cached answer: safe without a closer look. */
const PLAIN = /^[\w-]{9,200}(\.jsonl?)?$/;
const MAX_SEGMENT_BYTES = 255;
const MAX_KEY_BYTES = 1024;
/** A folder that is remembered leaves room for any plain name, whatever its characters take. */
const MAX_FOLDER = 200;

/** Why `segment` cannot be one part of a key on every system and store; undefined when it can. */
export function findUnsafeSegment(segment: string): string | undefined {
  if (PLAIN.test(segment)) return undefined;
  if (segment === '') return 'a part of it is empty';
  if (segment === '.' || segment === '..') return `it holds the part ${segment}`;
  if (FORBIDDEN.test(segment)) return 'a part of it holds one of / \\ : * ? " < > |';
  if (CONTROL.test(segment)) return 'it holds a control character';
  if (HALF_CHARACTER.test(segment)) return 'it holds half a character';
  if (/^ |[. ]$/.test(segment)) return 'a part of it begins or ends with a blank, or ends with a dot';
  if (DEVICE.test(segment)) return 'a part of it is a device name on Windows';
  if (TEMPORARY.test(segment)) return 'a part of it is a name kept for temporary files';
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) return `a part of it is longer than ${MAX_SEGMENT_BYTES} bytes`;
  return undefined;
}

/** Folders that were found safe lately; a cache has 256 of them and is asked for thousands of files. */
const safeFolders = new Set<string>();
const MOST_FOLDERS = 1024;

function isInSafeFolder(key: string): boolean {
  const cut = key.lastIndexOf('/') + 1;
  return PLAIN.test(key.slice(cut)) && safeFolders.has(key.slice(0, cut));
}

function findUnsafeKey(key: string): string | undefined {
  if (typeof key !== 'string') return 'it is not a text';
  if (isInSafeFolder(key)) return undefined;
  if (key === '') return 'it is empty';
  if (key.startsWith('/')) return 'it begins with /';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `it is longer than ${MAX_KEY_BYTES} bytes`;
  for (const segment of key.split('/')) {
    const why = findUnsafeSegment(segment);
    if (why !== undefined) return why;
  }
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  if (safeFolders.size < MOST_FOLDERS && folder.length < MAX_FOLDER) safeFolders.add(folder);
  return undefined;
}

/**
 * Returns `key` when it is a safe relative path: segments joined by `/`, none of them empty, `.`, `..`, a Windows device
 * name or longer than 255 bytes, without `\ : * ? " < > |` or control characters, at most 1,024 bytes in all. Throws a
 * `path` error otherwise.
 */
export function parseKey(key: string): string {
  const why = findUnsafeKey(key);
  if (why === undefined) return key;
  throw new ReportcardError({
    code: 'path',
    message: `the key ${describeValue(key)} cannot be stored: ${why}`,
    expected: 'a relative path with / between its parts, such as runs/v1_20260601_143022.jsonl',
    got: describeValue(key),
    hint: 'rename what the key is made from, or percent-encode it',
  });
}

/** Returns `prefix` when a safe key can begin with it; `''` and a closing `/` are fine. Throws a `path` error otherwise. */
export function parsePrefix(prefix: string): string {
  if (prefix !== '') parseKey(`${prefix}x`);
  return prefix;
}

/** The folder part of a key with its closing `/`; `''` for a key without folder. */
export function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

/** Compares keys by their UTF-8 bytes, the order every store lists in. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
