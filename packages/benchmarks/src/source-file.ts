/** A file of a benchmark: its name for messages and its bytes, which may be read more than once. */
export interface SourceFile {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** Reads all bytes of a file. */
export async function readSourceBytes(file: SourceFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
