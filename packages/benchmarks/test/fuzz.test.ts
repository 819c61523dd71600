import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseCase, ReportcardError } from '@reportcard/report-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBenchmark, type SourceFolder } from '../src/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../fixtures/benchmarks');
const RUNS = Number(process.env['FUZZ_CASES'] ?? 150);

const HOSTILE = [
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  '',
  '"',
  '|',
  '\t',
  '\r',
  '\n',
  'null',
  '[]',
  '{}',
  '-1',
  '1e999',
  'NaN',
  '\u0000',
  '\ud83d\ude00',
  '[[[[[[[['.repeat(50),
];

interface Fault {
  readonly at: number;
  readonly kind: 'cut' | 'insert' | 'token' | 'truncate';
  readonly text: string;
}

const fault: fc.Arbitrary<Fault> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('cut', 'insert', 'token', 'token', 'truncate'),
  text: fc.constantFrom(...HOSTILE),
});

function damage(text: string, { at, kind, text: hostile }: Fault): string {
  const place = Math.floor(at * text.length);
  if (kind === 'truncate') return text.slice(0, place);
  if (kind === 'cut') return text.slice(0, place) + text.slice(place + 9);
  if (kind === 'insert') return text.slice(0, place) + hostile + text.slice(place);
  const tokens = [...text.matchAll(/"(?:[^"\\\n]|\\.)*"|-?\d+|null|[^",|\t\n[\]{}:]+/g)];
  const token = tokens[Math.min(tokens.length - 1, Math.floor(at * tokens.length))];
  if (token === undefined) return hostile;
  const by = token[0].startsWith('"') ? JSON.stringify(hostile) : hostile;
  return text.slice(0, token.index) + by + text.slice(token.index + token[0].length);
}

/** A folder in memory; keeps the names it was asked for that lead out of it. */
function memoryFolder(files: ReadonlyMap<string, string>, outside: string[]): SourceFolder {
  return {
    name: 'folder',
    file: (name) => {
      if (path.posix.normalize(name).startsWith('..') || path.posix.isAbsolute(name)) outside.push(name);
      const text = files.get(name);
      return text === undefined
        ? undefined
        : {
            name,
            async *open() {
              yield new TextEncoder().encode(text);
            },
          };
    },
    list: (folder) => [...files.keys()].filter((name) => name.startsWith(`${folder}/`)),
  };
}

function readFolder(name: string): Map<string, string> {
  const root = path.join(ROOT, name);
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]),
  );
}

async function openAndRead(format: string, split: string | undefined, folder: SourceFolder): Promise<void> {
  try {
    const benchmark = await openBenchmark({ format, split, folder });
    for await (const item of benchmark.cases({})) parseCase(item);
    for await (const { document_id, load } of benchmark.documents({})) {
      expect(document_id).toEqual(expect.any(String));
      await load?.();
    }
    for await (const { unit_id } of (await benchmark.run_units?.({})) ?? []) expect(unit_id).not.toMatch(/[\\/]/);
  } catch (error) {
    if (!(error instanceof ReportcardError) || !['data', 'config'].includes(error.code) || error.message === '')
      throw error;
  }
}

describe('corrupted files of a benchmark', () => {
  it.each([
    ['uda', 'uda', 'fin', 'qa/fin_qa.csv'],
    ['uda', 'uda', 'feta', 'qa/feta_qa.csv'],
    ['multihop-rag', 'multihop-rag', undefined, 'dataset/MultiHopRAG.json'],
    ['multihop-rag', 'multihop-rag', undefined, 'dataset/corpus.json'],
    ['legalbench-rag', 'legalbench-rag', 'privacy_qa', 'benchmarks/privacy_qa.json'],
    ['crud-rag', 'crud-rag', undefined, 'data/crud_split/split_merged.json'],
    ['rgb', 'rgb', undefined, 'data/zh_refine.json'],
    ['beir', 'beir-mini', undefined, 'queries.jsonl'],
    ['beir', 'beir-mini', undefined, 'corpus.jsonl'],
    ['beir', 'beir-mini', undefined, 'qrels/test.tsv'],
    ['jsonl', 'jsonl', undefined, 'documents.jsonl'],
    ['jsonl', 'jsonl', undefined, 'cases.jsonl'],
  ])('of %s give cases or one clear error, and change no prototype (%s, %s, %s)', async (format, name, split, hit) => {
    const files = readFolder(name);
    const outside: string[] = [];
    const known = Object.getOwnPropertyNames(Object.prototype).length;
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 3 }), async (faults) => {
        const damaged = new Map(files).set(hit, faults.reduce(damage, files.get(hit) ?? ''));
        await openAndRead(format, split, memoryFolder(damaged, outside));
        expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(known);
      }),
      { numRuns: RUNS, seed: 20_260_601 },
    );
    expect(outside.filter(() => format !== 'jsonl')).toEqual([]);
  });
});
