import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatJsonLine,
  type JsonLine,
  type JsonlOptions,
  parseJson,
  type ReportcardError,
  readJsonLines,
  replaceNanLiterals,
} from '../src/index.ts';

async function read(bytes: Uint8Array | string, options: JsonlOptions = {}, chunk = 1 << 16): Promise<JsonLine[]> {
  const data = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes);
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < data.length; start += chunk) chunks.push(data.subarray(start, start + chunk));
  const lines: JsonLine[] = [];
  for await (const line of readJsonLines(chunks, { file: 'f.jsonl', ...options })) lines.push(line);
  return lines;
}

async function failure(promise: Promise<unknown>): Promise<ReportcardError> {
  return promise.then(
    () => {
      throw new Error('expected a failure');
    },
    (error: ReportcardError) => error,
  );
}

describe('reading JSON Lines', () => {
  it('reads a BOM, CRLF, blank lines and a missing last newline', async () => {
    expect(await read('\uFEFF{"a":1}\r\n\r\n{"a":2}')).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 3, value: { a: 2 } },
    ]);
  });

  it('gives back what was written, whatever the chunk size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (values, chunk) => {
          const text = values.map(formatJsonLine).join('');
          const lines = await read(text, {}, chunk);
          expect(lines.map((line) => JSON.stringify(line.value))).toEqual(values.map((value) => JSON.stringify(value)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('names file and line of a broken line', async () => {
    const error = await failure(read('{"a":1}\n{"a":\n{"a":3}\n'));
    expect(error.file).toBe('f.jsonl');
    expect(error.line).toBe(2);
  });

  it('names a NaN literal', async () => {
    const error = await failure(read('{"a":1}\n{"a": NaN, "b": "NaN"}\n'));
    expect(error.line).toBe(2);
    expect(error.message).toBe('NaN is not JSON');
    expect(error.hint).toBe('write null for a missing value');
  });

  it('drops a torn last line only when told to, and says where it began', async () => {
    const torn: number[][] = [];
    const lines = await read('{"a":1}\n{"a":2', { torn: 'drop', onTorn: (line, offset) => torn.push([line, offset]) });
    expect(lines).toHaveLength(1);
    expect(torn).toEqual([[2, 8]]);
    expect((await failure(read('{"a":1}\n{"a":2'))).line).toBe(2);
  });

  it('drops a last line cut inside a character', async () => {
    const whole = Buffer.from('{"a":"好"}\n{"a":"好"}');
    const torn: number[] = [];
    const lines = await read(whole.subarray(0, whole.length - 4), { torn: 'drop', onTorn: (line) => torn.push(line) });
    expect(lines).toHaveLength(1);
    expect(torn).toEqual([2]);
  });

  it('refuses invalid UTF-8 and names the line', async () => {
    const error = await failure(
      read(Buffer.concat([Buffer.from('{"a":1}\n{"b":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')])),
    );
    expect(error.line).toBe(2);
    expect(error.message).toContain('UTF-8');
  });

  it.each([
    ['', 'the file is empty'],
    ['\n  \n', 'the file is empty'],
    [
      'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
      'this is a git-lfs pointer, not the data itself',
    ],
    ['PK\u0003\u0004\u0000\u0000', 'the file is binary'],
  ])('says what %j is', async (text, message) => {
    expect((await failure(read(text))).message).toBe(message);
  });
});

describe('writing JSON Lines', () => {
  it('refuses NaN instead of writing null', () => {
    expect(() => formatJsonLine({ a: [Number.NaN] })).toThrow('a file must not hold NaN');
  });
});

describe('foreign JSON', () => {
  it('has its bare NaN literals counted and replaced outside strings', () => {
    const { text, replaced } = replaceNanLiterals('{"a": NaN, "b": "NaN \\" NaN", "c": [-Infinity, 1]}');
    expect(JSON.parse(text)).toEqual({ a: null, b: 'NaN " NaN', c: [null, 1] });
    expect(replaced).toBe(2);
  });

  it('says where it is broken', () => {
    expect(() => parseJson('{"a" 1}', { file: 'x.json' })).toThrow('this is not valid JSON');
  });
});
