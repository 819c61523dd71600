/** Vectors as base64 of little-endian doubles: exact, and a third of their size as JSON numbers. */
export function encodeVectors(vectors: readonly (readonly number[])[]): string[] {
  return vectors.map((vector) => {
    const bytes = Buffer.alloc(vector.length * 8);
    for (const [index, value] of vector.entries()) bytes.writeDoubleLE(value, index * 8);
    return bytes.toString('base64');
  });
}

/** The vectors again; null when this is no list of encoded vectors. */
export function decodeVectors(encoded: unknown): number[][] | null {
  if (!Array.isArray(encoded)) return null;
  const vectors: number[][] = [];
  for (const item of encoded) {
    if (typeof item !== 'string') return null;
    const bytes = Buffer.from(item, 'base64');
    if (bytes.length % 8 !== 0) return null;
    vectors.push(Array.from({ length: bytes.length / 8 }, (_, index) => bytes.readDoubleLE(index * 8)));
  }
  return vectors;
}
