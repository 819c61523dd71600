import { findUnsafeSegment } from '@reportcard/object-store';
import type { BenchmarkDocument, BenchmarkManifest } from './benchmark.ts';

function encodeCharacter(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** One key segment from any text: itself where it is safe, else with its unsafe characters percent-encoded as UTF-8 bytes. */
export function toSegment(text: string): string {
  if (text !== '' && findUnsafeSegment(text) === undefined) return text;
  const encoded = text
    .replace(/[%/\\:*?"<>|\u0000-\u001f\u007f]|\p{Surrogate}/gu, encodeCharacter)
    .replace(/^[ .]|[ .]$/g, encodeCharacter);
  if (encoded === '') return '%';
  if (findUnsafeSegment(encoded) === undefined) return encoded;
  return `${encodeCharacter(encoded.charAt(0))}${encoded.slice(1)}`;
}

/** `raw/benchmarks/{name}/{split}/{document_id}/{name}`, Heta's key of a benchmark document; split is `all` where there is none. */
export function createDocumentKey(manifest: BenchmarkManifest, document: BenchmarkDocument): string {
  const name = document.name ?? document.document_id;
  return ['raw', 'benchmarks', manifest.name, manifest.split ?? 'all', document.document_id, name]
    .map(toSegment)
    .join('/');
}

/** The bytes of a benchmark document: its `data`, else its `text` in UTF-8, else what `load` gives; empty when it has none. */
export async function readDocument(document: BenchmarkDocument): Promise<Uint8Array> {
  if (document.data !== undefined) return document.data;
  if (typeof document.text === 'string') return new TextEncoder().encode(document.text);
  return (await document.load?.()) ?? new Uint8Array();
}
