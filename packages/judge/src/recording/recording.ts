import { ReportcardError, readJsonLines } from '@reportcard/report-schema';

/** Who gave the recorded answers. */
export interface RecordingHead {
  readonly judge: { readonly id: string; readonly model: string };
  readonly embedder: { readonly id: string; readonly model: string } | null;
}

/** Recorded answers, vectors and failures by the key of their question. */
export interface Recording extends RecordingHead {
  readonly lines: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

const FORMAT_NAME = 'reportcard-recording';
const FORMAT_VERSION = 1;

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function readName(value: unknown): { id: string; model: string } | null {
  if (!isRecord(value)) return null;
  const { id, model } = value;
  return typeof id === 'string' && typeof model === 'string' ? { id, model } : null;
}

function createFault(file: string, line: number, message: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    line,
    message,
    expected: `a recording made with recordTo (${FORMAT_NAME} ${FORMAT_VERSION})`,
  });
}

function readHead(value: unknown, file: string): RecordingHead {
  const judge = isRecord(value) && value['type'] === FORMAT_NAME ? readName(value['judge']) : null;
  if (!isRecord(value) || judge === null) throw createFault(file, 1, 'this is no recording of judge answers');
  if (value['version'] !== FORMAT_VERSION)
    throw createFault(file, 1, `this recording has version ${String(value['version'])}`);
  return { judge, embedder: readName(value['embedder']) };
}

/** Reads a recording. Throws `data` errors with file and line. */
export async function readRecording(source: AsyncIterable<Uint8Array>, file: string): Promise<Recording> {
  let head: RecordingHead | undefined;
  const lines = new Map<string, Readonly<Record<string, unknown>>>();
  for await (const { line, value } of readJsonLines(source, { file })) {
    if (head === undefined) head = readHead(value, file);
    else if (isRecord(value) && typeof value['key'] === 'string') lines.set(value['key'], value);
    else throw createFault(file, line, 'this line has no key');
  }
  if (head === undefined) throw createFault(file, 1, 'this recording is empty');
  return { ...head, lines };
}

/** The lines of a recording, by key: equal recordings have equal bytes. */
export function* formatRecording(recording: Recording): Generator<string> {
  const { judge, embedder, lines } = recording;
  yield `${JSON.stringify({ type: FORMAT_NAME, version: FORMAT_VERSION, judge, embedder })}\n`;
  for (const key of [...lines.keys()].sort()) yield `${JSON.stringify(lines.get(key))}\n`;
}
