import type { Problem } from '@reportcard/report-schema';

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 9 && byte <= 13));
}

/** Bytes that are zero at even and at odd places: UTF-16 text of a Western script has them on one side only. */
function zeroBytes(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd']++;
  return zeros;
}

interface ForeignKind {
  readonly message: string;
  readonly hint: string;
  matches(bytes: Uint8Array, name: string): boolean;
}

const KINDS: readonly ForeignKind[] = [
  {
    message: 'the file is empty',
    hint: 'check that it was written completely',
    matches: (bytes) => isBlank(bytes),
  },
  {
    message: 'this is a git-lfs pointer, not the data itself',
    hint: 'fetch the real file with: git lfs pull',
    matches: (bytes) => startsWith(bytes, 'version https://git-lfs'),
  },
  {
    message: 'this is the lock file an office program leaves beside an open file, not the file itself',
    hint: 'name the file without ~$ or .~lock. at its beginning',
    matches: (bytes, name) => /(^|[\\/])(~\$|\.~lock\.)[^\\/]*$/.test(name) || isOfficeLock(bytes),
  },
  {
    message: 'this is a gzip archive',
    hint: 'unpack it first: gunzip',
    matches: (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b,
  },
  {
    message: 'this is a workbook of the old .xls kind, or a protected one',
    hint: 'save it as .xlsx without a password, or as CSV UTF-8',
    matches: (bytes) => startsWith(bytes, '\u00d0\u00cf\u0011\u00e0'),
  },
  {
    message: 'this is an Inspect log in its packed form',
    hint: 'write it as JSON first: inspect log convert --to json',
    matches: (bytes, name) => startsWith(bytes, 'PK') && /\.eval$/i.test(name),
  },
  { message: 'this is a PDF', hint: 'name the data file', matches: (bytes) => startsWith(bytes, '%PDF-') },
  {
    message: 'this is a SQLite database',
    hint: 'export its rows as CSV or JSON',
    matches: (bytes) => startsWith(bytes, 'SQLite format 3'),
  },
  {
    message: 'this is a web page, not data',
    hint: 'the download may have ended at a login or error page: fetch the raw file',
    matches: (bytes) =>
      /^\s*(?:\ufeff|\u00ef\u00bb\u00bf)?<(!doctype html|html)/i.test(
        Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
      ),
  },
];

/** A short file that is mostly zero bytes with a user's name in UTF-16 between them. */
function isOfficeLock(bytes: Uint8Array): boolean {
  if (bytes.length > 2048 || bytes.length < 54) return false;
  const zeros = zeroBytes(bytes);
  return zeros.even > bytes.length * 0.25 && zeros.odd > bytes.length * 0.4;
}

/** What a file is that cannot be data, with what to do; undefined where it may be. `bytes` are its first ones. */
export function findForeignBytes(bytes: Uint8Array, name: string): Problem | undefined {
  const kind = KINDS.find(({ matches }) => matches(bytes, name));
  if (kind !== undefined) return { file: name, message: kind.message, hint: kind.hint };
  if (startsWith(bytes, 'PK') || startsWith(bytes, 'PAR1')) return undefined;
  const zeros = zeroBytes(bytes);
  const total = zeros.even + zeros.odd;
  if (total > 0 && Math.min(zeros.even, zeros.odd) > total * 0.2)
    return {
      file: name,
      message: 'the file is binary',
      expected: 'text, a workbook or Parquet',
      hint: 'name the data file',
    };
  return undefined;
}
