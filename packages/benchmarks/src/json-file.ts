import { describeValue, parseJson, ReportcardError } from '@reportcard/report-schema';
import { readSourceBytes, type SourceFile } from './source-file.ts';

/** A JSON object as it was parsed. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** True for a JSON object. */
export function isFields(value: unknown): value is JsonFields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Parses a whole JSON file; files of these benchmarks are small. Throws a `data` error. */
export async function readJsonFile(file: SourceFile): Promise<unknown> {
  return parseJson(new TextDecoder().decode(await readSourceBytes(file)), { file: file.name });
}

/** A list of objects. Throws a `data` error that names the first thing that is none. */
export function requireObjects(value: unknown, file: string, path: string): readonly JsonFields[] {
  if (!Array.isArray(value)) throw wrongShape(file, path, 'a list', value);
  return value.map((item: unknown, index) => {
    if (!isFields(item)) throw wrongShape(file, `${path}[${index}]`, 'an object', item);
    return item;
  });
}

/** A text under a key. Throws a `data` error where there is none. */
export function requireText(fields: JsonFields, key: string, file: string, path: string): string {
  const value = fields[key];
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw wrongShape(file, `${path}.${key}`, 'a text', value);
}

/** Texts of a list, nested ones too; a single text is a list of one. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}

function wrongShape(file: string, path: string, expected: string, got: unknown): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    path,
    message: 'the file has another form than the benchmark publishes',
    expected,
    got: describeValue(got),
    hint: 'use the published file',
  });
}
