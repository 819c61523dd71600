import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunRecord, ScoreState } from '@reportcard/report-schema';
import { type ImportFile, type ImportOptions, type ImportResult, importAuto } from '../src/index.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../fixtures/importers');

/** An import read to its end. */
export interface ReadImport {
  readonly format: string;
  readonly records: readonly RunRecord[];
  readonly scores: readonly Readonly<Record<string, ScoreState>>[];
  readonly result: ImportResult;
  /** Repairs as code and count. */
  readonly repairs: Readonly<Record<string, number>>;
}

/** A file in memory, handed out in pieces of the given size. */
export function memoryFile(name: string, body: string | Uint8Array, piece: number = 65_536): ImportFile {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    name,
    async *open() {
      for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
    },
  };
}

export function fixtureFile(name: string): ImportFile {
  return memoryFile(name, readFileSync(path.join(FOLDER, name)));
}

/** Reads an import to its end. */
export async function readResult(result: ImportResult, format: string): Promise<ReadImport> {
  const records: RunRecord[] = [];
  const scores: Record<string, ScoreState>[] = [];
  for await (const sample of result.samples) {
    records.push(sample.record);
    scores.push({ ...sample.scores });
  }
  const repairs = Object.fromEntries(result.repairs().map(({ code, count }) => [code, count]));
  return { format, records, scores, result, repairs };
}

export async function readImport(file: ImportFile, options: ImportOptions = {}): Promise<ReadImport> {
  const { format, ...result } = await importAuto(file, options);
  return readResult(result, format);
}

export function readFixture(name: string, options: ImportOptions = {}): Promise<ReadImport> {
  return readImport(fixtureFile(name), options);
}

/** Values of one metric in sample order; the code where there is no value. */
export function valuesOf(read: ReadImport, metric: string): readonly (number | string | undefined)[] {
  return read.scores.map((scores) => scores[metric]?.value ?? scores[metric]?.code ?? scores[metric]?.status);
}
