import fc from 'fast-check';

/** Texts that have broken readers before. */
const HOSTILE = [
  '__proto__',
  'constructor',
  '"',
  '""',
  "'",
  '\u0000',
  'NaN',
  '-Infinity',
  '1e999',
  '-1e-999',
  ']',
  '}',
  '[',
  '{',
  ',',
  ';',
  '|',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\\',
  '\\ud800',
  '\\u0000',
  '\ufeff',
  '../../../etc/passwd',
  '=1+1',
  'null',
  'true',
  '[]',
  '{}',
  '[{}]',
  '""""',
  '9007199254740993',
  '0,85',
  '85%',
  '\u2028',
  '\ud83d\ude00',
  '<script>alert(1)</script>',
  '[[[[[[[[[['.repeat(60),
  '{"a":'.repeat(120),
  'x'.repeat(5000),
  '\u00a0\u3000 ',
];

interface Step {
  readonly kind: 'cut' | 'insert' | 'flip' | 'repeat' | 'truncate' | 'swap-lines' | 'replace-token' | 'drop-line';
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('cut', 'insert', 'flip', 'repeat', 'truncate', 'swap-lines', 'replace-token', 'drop-line'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 60 }),
  text: fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 8 })),
});

/** One to four faults to be put into a file. */
export const faults: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 1, maxLength: 4 });

function editLines(bytes: Buffer, at: number, edit: (lines: string[], index: number) => void): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  edit(lines, Math.min(lines.length - 1, Math.floor(at * lines.length)));
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** Replaces a JSON token or a cell: the shape of the file stays, its types change. */
function replaceToken(bytes: Buffer, at: number, text: string): Buffer {
  const source = bytes.toString('latin1');
  const tokens = [
    ...source.matchAll(/"(?:[^"\\\n]|\\.){0,200}"|-?\d+(?:\.\d+)?|true|false|null|[^",;|\t\n[\]{}:]{1,40}/g),
  ];
  const token = tokens[Math.min(tokens.length - 1, Math.floor(at * tokens.length))];
  if (token === undefined) return bytes;
  const quoted = token[0].startsWith('"') ? JSON.stringify(text) : text;
  const hidden = Buffer.from(quoted, 'utf8').toString('latin1');
  return Buffer.from(source.slice(0, token.index) + hidden + source.slice(token.index + token[0].length), 'latin1');
}

const EDITS: Readonly<Record<Step['kind'], (bytes: Buffer, step: Step) => Buffer>> = {
  cut: (bytes, { at, length }) => {
    const start = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + length)]);
  },
  insert: (bytes, { at, text }) => {
    const start = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(start)]);
  },
  flip: (bytes, { at, length }) => {
    const copy = Buffer.from(bytes);
    const index = Math.min(copy.length - 1, Math.floor(at * copy.length));
    if (index >= 0) copy[index] = (copy[index] ?? 0) ^ length;
    return copy;
  },
  repeat: (bytes, { at, length }) => {
    const start = Math.floor(at * bytes.length);
    const piece = bytes.subarray(start, start + length);
    return Buffer.concat([bytes.subarray(0, start), piece, piece, bytes.subarray(start)]);
  },
  truncate: (bytes, { at }) => bytes.subarray(0, Math.floor(at * bytes.length)),
  'swap-lines': (bytes, { at }) =>
    editLines(bytes, at, (lines, index) => {
      lines.push(...lines.splice(index, 1));
    }),
  'replace-token': (bytes, { at, text }) => replaceToken(bytes, at, text),
  'drop-line': (bytes, { at }) => editLines(bytes, at, (lines, index) => lines.splice(index, 1)),
};

/** A file with faults in it. */
export function corrupt(bytes: Uint8Array, steps: readonly Step[]): Uint8Array {
  return steps.reduce<Buffer>((current, edit) => EDITS[edit.kind](current, edit), Buffer.from(bytes));
}
